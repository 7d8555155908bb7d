"""Tables in memory, and everybody who listens to them.

tables    all tables: decide, keep, then tell   rooms     one table, its lock, its listeners
listeners one connection each                   wire      the WebSocket below it         door   who may connect
shortcut  the quick kind of wire, over private parts of uvicorn and websockets
scheduler deadlines, signs of life, take-over   fanout    several workers
thinking  bots in processes of their own        advice    hints and reviews, likewise
mailer    sending notices                       errands  what is done in the background
unreadable   tables that cannot be loaded
"""
