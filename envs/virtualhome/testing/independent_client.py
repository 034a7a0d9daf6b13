"""Plays in a server as VirtualHome's Python client would, by Python's standard library alone.

Says what it saw as one JSON object. Requests are worded as comm_unity.py words them: the client's defaults are written out, settings and
graphs travel as strings of JSON, and every request has the time as its id.
"""

import base64
import json
import struct
import sys
import time
import urllib.error
import urllib.request

from comm_unity import SCRIPT_SETTINGS

ADDRESS = sys.argv[1]


def post(action, ints=None, strings=None):
    request = {"id": str(time.time()), "action": action}
    if ints is not None:
        request["intParams"] = ints
    if strings is not None:
        request["stringParams"] = strings
    body = json.dumps(request).encode()
    asked = urllib.request.Request(ADDRESS, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        reply = json.load(answer)
    assert sorted(reply) == ["id", "message", "message_list", "success", "value"], reply
    assert reply["id"] == request["id"], reply
    return reply


def reset(environment):
    post("clear", [environment])
    return post("environment", [environment])["success"]


def graph():
    return json.loads(post("environment_graph")["message"])


def vector(x, y, z):
    return {"x": x, "y": y, "z": z}


def add_character(room):
    settings = {
        "character_resource": "Chars/Male1",
        "mode": "fix_room",
        "character_position": vector(0, 0, 0),
        "initial_room": room,
    }
    return post("add_character", strings=[json.dumps(settings)])["success"]


def render_script(lines, **changed):
    settings = {
        **SCRIPT_SETTINGS,
        "skip_animation": True,
        **changed,
    }
    reply = post("render_script", strings=[json.dumps(settings)] + lines)
    try:
        return reply["success"], json.loads(reply["message"])
    except ValueError:
        return reply["success"], reply["message"]


def move_character(x, y, z):
    settings = {"char_index": 0, "character_position": vector(x, y, z)}
    return post("move_character", strings=[json.dumps(settings)])["success"]


seen = {"connected": post("idle")["success"], "reset": reset(0)}
seen["rooms"] = sorted(node["class_name"] for node in graph()["nodes"] if node["category"] == "Rooms")
cameras = post("camera_count")["value"]
seen["added"] = add_character("kitchen")
now = graph()
classes = {node["id"]: node["class_name"] for node in now["nodes"]}
ids = {}
for node in now["nodes"]:
    ids.setdefault(node["class_name"], node["id"])
me = ids["character"]
seen["character"] = [me] + [classes[e["to_id"]] for e in now["edges"] if e["from_id"] == me and e["relation_type"] == "INSIDE"]
milk, fridge, table = (f"<{name}> ({ids[name]})" for name in ("milk", "fridge", "kitchentable"))
ok, message = render_script([f"<char0> [walk] {milk}"])
seen["too_early"] = [ok, message["0"]["message"].split(": ", 2)[2].split("\n")[0]]
seen["script"] = render_script([f"<char0> [walk] {fridge}", f"<char0> [open] {fridge}", f"<char0> [grab] {milk}"])
seen["holds"] = [classes[e["to_id"]] for e in graph()["edges"] if e["relation_type"].startswith("HOLDS")]
ok, _ = render_script([f"<char0> [putback] {milk} {table}"])
on = [[e["relation_type"], classes[e["to_id"]]] for e in graph()["edges"] if e["from_id"] == ids["milk"]]
seen["put"] = [ok, next(edge for edge in on if edge[0] == "ON")]
ok, message = render_script(["walk to the fridge"])
seen["unreadable"] = [ok, message.split(":")[0]]
seen["cameras"] = [cameras, post("camera_count")["value"]]
settings = {"mode": "normal", "image_width": 64, "image_height": 48}
png = base64.b64decode(post("camera_image", [0], [json.dumps(settings)])["message_list"][0])
seen["picture"] = [png[1:4].decode(), *struct.unpack(">II", png[16:24])]
colours = json.loads(post("instance_colors")["message"])
seen["colours"] = sorted(map(int, colours)) == sorted(classes)
changed = graph()
for node in changed["nodes"]:
    if node["id"] == ids["fridge"]:
        node["states"] = ["CLOSED", "OFF"]
expand = {
    "randomize": False,
    "random_seed": -1,
    "animate_character": False,
    "ignore_obstacles": False,
    "transfer_transform": True,
}
expanded = post("expand_scene", strings=[json.dumps(expand), json.dumps(changed)])["success"]
seen["expanded"] = expanded and render_script([f"<char0> [open] {fridge}"])[0]
middle = next(node["bounding_box"]["center"] for node in now["nodes"] if node["class_name"] == "bedroom")
seen["moved"] = [move_character(*middle), move_character(900, 0, 0)]
seen["other"] = [
    post("set_time", strings=[json.dumps({"hours": 1, "minutes": 2, "seconds": 3})])["success"],
    post("activate_physics", strings=[json.dumps({"gravity": -10})])["success"],
    post("remove_terrain", [])["success"],
    post("fast_reset", [1])["success"],
    post("clear_procedural", [])["success"] and post("procedural_generation", [5])["success"],
]
try:
    urllib.request.urlopen(urllib.request.Request(ADDRESS, b"", {"Content-Type": "application/json"}))
except urllib.error.HTTPError as error:
    seen["bad_status"] = error.code
print(json.dumps(seen))
