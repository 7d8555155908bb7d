"""The HTTP and WebSocket API. Everything the browser does is one of these calls; `docs/api.md` tells them in order.

forms    what goes in and comes out of people   access   who asks, cookies, seats and keys
commands what people ask of a table             advice   hints and reviews
answers  statuses and refusals                  document the OpenAPI document
games    games, rules, texts, content           records  uploads, frames, verification
tables   creating, finding, joining, leaving    play     acting, undo, chat
socket   the live line to a table               account  people, tokens, administration
journal  what cannot be opened any more         refusals codes and their statuses
events   competitions: lists, one event, entering      event_papers   drafts, papers, marks, results
event_drives   driving one at a table                  event_desk     the organiser's desk
event_decisions   … with luck taken out                event_import   one that was held elsewhere
event_forms    what these take and give                championships  points over events
pages    health, metrics, the browser client    client_files   … its files in the smallest form a browser takes
"""
