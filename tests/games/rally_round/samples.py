"""The two sample time sheets of the rulebook (9.1 and 9.2) and roads on which they can be driven.

The book prints the sheets but not the route, so the roads here have the distances of the sheets and the features its
text mentions, and the kits fit the speeds that were announced.
"""

from __future__ import annotations

from tests.games.rally_round.roads import Road

ROAD_KIT = "S6 A5 D2 DR1 N1 E6"  # starts at 30, accelerates by 30 and brakes by 20 on White; may use Hidden Tracks
STAGE_KIT = "S1 A2 D1 DR1 N2 E1"

ROAD_SHEET = """\
Crew,Last of all
Kit,S6 A5 D2 DR1 N1 E6
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8
TC2,12,4,5,1:00,10,20,30,30,30
PC3,(5),,,,10,30,30
TC4,13,5,6,1:00,,,,30,20,10
RTC5 (25 mph),16,6:24,6:20,0:04,10,20,30,30,30,30,30
PC6,(7),,,,30,40
TC7,13,5,5,-,,,10,20,30
TC8,17,6,5,2:00,10,20,50,50,40
STC9,20,6:40,7:15,0:35,10,20,30,40,30,30,30,40
TC10,13,5,8,3:00,10,20,0,0,10,20,30,40
PC11,(7),,,,10,20,30,10
TC12,24,8,8,-,,,,,20,30,40@900,40
TC13,15,5,8,3:00,10,20,30,30,0,10,20,30
TC14,17,6,6,-,10,20,30,40,40,30
Other penalties,120:00
Total penalties,130:39
"""

# running squares after each turn, as the sheets imply them
ROAD_RUNNING = [
    [1, 3, 6, 9, 12],
    [1, 4, 7, 10, 12, 13],
    [1, 3, 6, 9, 12, 15, 16],
    [3, 7, 8, 10, 13],
    [1, 3, 8, 13, 17],
    [1, 3, 6, 10, 13, 16, 19, 20],
    [1, 3, 3, 3, 4, 6, 9, 13],
    [1, 3, 6, 7, 9, 12, 16, 20],
    [1, 3, 6, 9, 9, 10, 12, 15],
    [1, 3, 6, 10, 14, 17],
]

STAGE_SHEET = """\
Crew,Much better
Kit,S1 A2 D1 DR1 N2 E1
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8
TC2,19,3:10,4:10,1:00,30,40,50,60,60
TC3,23,3:50,5:00,1:10,30,40,50,50,60
TC4,34,5:40,7:24,1:44,20,40,60,50,60,40,50,50
TC5,25,4:10,5:15,1:05,20,30,50,70,70,40
TC6,18,3:00,5:20,2:20,30,40,50,50,0,30
TC7,29,4:50,4:45,-,40,60,60,70,80
Total penalties,7:19
"""


def road_rally() -> Road:
    """Ten sections for sheet 9.1. White unless the text needs another colour."""
    road = Road()
    road.section("road", "W12")
    road.section("road", "W13", pcs=(5,))
    road.section("regularity", "W16", mph=25)
    road.section("road", "W5 R2 W6", {5: "GW"}, pcs=(7,))
    road.section("road", "W17")
    road.section("selective", "W20")
    road.section("road", "W13", {3: "Ford"})
    road.section("road", "W24", pcs=(7,))
    road.section("road", "W15", {9: "Rough"})
    road.section("road", "W17", {6: "QZ"})
    # TC12 is square 129, its section leaves square 105. Six more squares lead to it from the other side, and a Hidden
    # Track joins them to the route: 12 squares to 117, the track, six squares and the control make 20.
    road.side_road((129, 0), "W6", 200)
    return road.hidden_track(117, 205)


def stage_rally() -> Road:
    """Six stages for sheet 9.2."""
    road = Road()
    for length in (19, 23, 34, 25):
        road.section("stage", f"R{length}")
    road.section("stage", "R10 O7 R1", {17: "40"})
    return road.section("stage", "R29")


# by name, of the example map; the third turn to SSF7 is left open
ODILE = """\
Crew,{name}
Kit,S4 A6 D2 DR2 N4 E4
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8,9
TC2,19,7,,,10,20,30,30,30,30,40
RTC3 (24 mph),16,6:40,,,20,20,20,20,20+carry,40,30
TC4,15,5,,,20,30,40,20,40
PC5,(9),,,,20,30,40
STC6,23,7:40,,,,,,30,30,30,40,40
SSF7,17,2:50,,,30,40,{third},20,20,40
PC8,(14),,,,30,40,30,40
TC9,27,9,,,,,,,20,30,30,30,20
"""
