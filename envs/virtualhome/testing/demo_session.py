"""Makes the calls of VirtualHome's demo notebooks, in their order, by Python's standard library alone.

Written from a reading of the protocol; shares nothing with the server. Answers are used as the notebooks and the client use them: what is
decoded, indexed or read as JSON there is here, too. Prints what became of each step as one JSON object.
"""

import base64
import json
import struct
import sys
import time
import urllib.request

ADDRESS = sys.argv[1]


def call(action, ints=None, strings=None):
    request = {"id": str(time.time()), "action": action}
    if ints is not None:
        request["intParams"] = ints
    if strings is not None:
        request["stringParams"] = [text if isinstance(text, str) else json.dumps(text) for text in strings]
    body = json.dumps(request).encode()
    asked = urllib.request.Request(ADDRESS, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        assert answer.status == 200
        reply = json.load(answer)
    assert reply["id"] == request["id"]
    return reply


def reset(environment):
    call("clear", [environment])
    return call("environment", [environment])["success"]


def graph():
    return json.loads(call("environment_graph")["message"])


def nodes_of(scene, name):
    return [node for node in scene["nodes"] if node["class_name"] == name]


def expand(scene):
    config = {"randomize": False, "random_seed": -1, "animate_character": False}
    config.update({"ignore_obstacles": False, "transfer_transform": True})
    reply = call("expand_scene", strings=[config, scene])
    json.loads(reply["message"])
    return reply["success"]


def add_character(resource="Chars/Male1", room=""):
    place = {"x": 0, "y": 0, "z": 0}
    config = {"character_resource": resource, "mode": "fix_room" if room else "random"}
    return call("add_character", strings=[{**config, "character_position": place, "initial_room": room}])["success"]


def images(indices, mode="normal", width=480, height=374):
    """The size, channels and bits of each picture; an IndexError where there is no such camera, as in the notebooks."""
    every = list(range(call("camera_count")["value"]))
    chosen = [every[index] for index in indices]
    config = {"mode": mode, "image_width": width, "image_height": height}
    found = []
    for text in call("camera_image", chosen, [config])["message_list"]:
        png = base64.b64decode(text)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        wide, high, bits, colour = struct.unpack(">IIBB", png[16:26])
        found.append([wide, high, {0: 1, 2: 3, 6: 4}[colour], bits])
    return found


def camera(action, ints=None, rotation=(20, 120, 0), place=(-3, 1.8, -4), **more):
    config = {"position": dict(zip("xyz", place)), "rotation": dict(zip("xyz", rotation)), "field_view": 60, **more}
    reply = call(action, ints, [config])
    return reply["success"], reply["message"]


def run(script, **changed):
    config = {"randomize_execution": False, "random_seed": -1, "processing_time_limit": 10, "skip_execution": False}
    config.update({"output_folder": "Output/", "file_name_prefix": "script", "frame_rate": 5, "find_solution": False})
    config.update({"image_synthesis": ["normal"], "save_pose_data": False, "save_scene_states": False, "time_scale": 1.0})
    config.update({"camera_mode": ["AUTO"], "recording": False, "image_width": 640, "image_height": 480})
    reply = call("render_script", strings=[{**config, "skip_animation": False, **changed}] + script)
    parts = json.loads(reply["message"])
    return "ok" if reply["success"] else [part["message"] for part in parts.values() if part["message"] != "Success"]


seen = {"connected": call("idle")["success"]}

# Scenes from above; those that the server does not have stay as they were.
seen["scenes"] = [reset(scene) for scene in range(10)]
seen["views"] = [call("remove_terrain", [])["success"] and images([-1]) for _ in range(2)]
call("clear_procedural", [])
seen["generated"] = [call("procedural_generation", [seed])["success"] and len(images([-1])) for seed in range(10)]

# Cameras and modes.
reset(0)
seen["cameras"] = len(images([3, 32, -5, -1, -20, 15, 48, -8, 50, 17]))
modes = ["normal", "seg_class", "seg_inst", "depth", "flow", "surf_normals"]
seen["modes"] = {mode: images([-20, 1, 48, -8, 17], mode)[:1] for mode in modes}
added, message = camera("add_camera")
last = int(message.split(":")[1])
seen["camera"] = [added, last == call("camera_count")["value"] - 1, len(images([last]))]
seen["camera"] += [camera("update_camera", [last], field_view=80)[0], len(images([last]))]
json.loads(call("camera_data", [0, last])["message"])
scene = graph()
seen["node"] = sorted(scene["nodes"][140])
seen["edges"] = len(scene["edges"][:5])

# A cat on a sofa, a fridge that stands open, a television that is on.
reset(4)
images([-4])
scene = graph()
sofa = nodes_of(scene, "sofa")[-2]
scene["nodes"].append({"class_name": "cat", "category": "Animals", "id": 1000, "properties": [], "states": []})
scene["edges"].append({"from_id": 1000, "relation_type": "ON", "to_id": sofa["id"]})
seen["cat"] = [expand(scene), len(images([-4]))]
scene = graph()
nodes_of(scene, "fridge")[0]["states"] = ["OPEN"]
seen["fridge"] = expand(scene)
scene = graph()
tv, light = nodes_of(scene, "tv")[0], nodes_of(scene, "lightswitch")[0]
tv["states"], light["states"] = ["ON"], ["OFF"]
seen["tv"] = [expand(scene), len(images([0]))]

# Times of day.
reset(2)
_, message = camera("add_camera", rotation=(15, 130, 0), place=(-9.2, 1.3, -3))
seen["times"] = []
for hours in (10, 15, 21):
    seen["times"].append(call("set_time", strings=[{"hours": hours, "minutes": 30, "seconds": 0}])["success"])
    images([int(message.split(":")[1])])
reset(0)
images([17])

# The first script, with a video, without one, and from two cameras.
reset(4)
tv["states"] = ["OFF"]
expand(scene)
seen["added"] = add_character("chars/Female2", "kitchen")
cat = nodes_of(graph(), "cat")[0]["id"]
count = call("camera_count")["value"]
seen["own_cameras"] = len(images(range(count - 6, count)))
lines = [f"[Walk] <sofa> ({sofa['id']})", f"[Find] <cat> ({cat})", f"[Grab] <cat> ({cat})", f"[Sit] <sofa> ({sofa['id']})"]
script = [f"<char0> {line}" for line in lines]
video = {"image_width": 320, "image_height": 240, "recording": True, "save_pose_data": True}
seen["relax"] = run(script, processing_time_limit=60, file_name_prefix="relax", **video)
reset(4)
expand(scene)
add_character()
seen["without_video"] = run(script, image_synthesis=[])
reset(4)
expand(scene)
add_character()
views = ["FIRST_PERSON", "PERSON_TOP"]
seen["multiview"] = run(script, recording=True, file_name_prefix="multiview", camera_mode=views)
seen["names"] = "PERSON_TOP" in call("character_cameras")["message"]

# Any salmon and any microwave.
reset(0)
add_character()
names = ["[walk] <salmon> (1)", "[grab] <salmon> (1)", "[walk] <microwave> (1)", "[open] <microwave> (1)"]
names += ["[putin] <salmon> (1) <microwave> (1)", "[close] <microwave> (1)", "[switchon] <microwave> (1)"]
lines = [f"<char0> {name}" for name in names]
seen["check"] = call("check_script", strings=lines)["success"]
wide = {"image_width": 512, "image_height": 320, "recording": True, "frame_rate": 15}
seen["solution"] = run(lines, find_solution=True, camera_mode=["PERSON_FROM_BACK"], file_name_prefix="milk", **wide)

# Two characters; ids are those from before they came.
for step in ("at_once", "line_by_line"):
    reset(0)
    scene = graph()
    salmon, microwave, sink = (nodes_of(scene, name)[0]["id"] for name in ("salmon", "microwave", "sink"))
    glass, faucet = (nodes_of(scene, name)[-1]["id"] for name in ("waterglass", "faucet"))
    add_character("Chars/Male2", "kitchen")
    add_character("Chars/Female4", "bedroom")
    first = [f"[walk] <salmon> ({salmon})", f"[grab] <salmon> ({salmon})", f"[open] <microwave> ({microwave})"]
    first += [f"[putin] <salmon> ({salmon}) <microwave> ({microwave})", f"[close] <microwave> ({microwave})"]
    second = [f"[walk] <glass> ({glass})", f"[grab] <glass> ({glass})", f"[walk] <sink> ({sink})"]
    second += [f"[putback] <glass> ({glass}) <sink> ({sink})", f"[switchon] <faucet> ({faucet})"]
    script = [f"<char0> {one} | <char1> {other}" for one, other in zip(first, second)]
    if step == "at_once":
        seen[step] = run(script, frame_rate=10, camera_mode=["PERSON_FROM_BACK"], recording=True)
    else:
        count = call("camera_count")["value"]
        seen[step] = [run([line], skip_animation=True) for line in script]
        seen["watched"] = images([count - 8], width=300, height=300)
now = graph()
named = {node["id"]: node["class_name"] for node in now["nodes"]}
seen["in_microwave"] = [named[e["from_id"]] for e in now["edges"] if e["to_id"] == microwave and e["relation_type"] == "INSIDE"]
near = [(e["from_id"], e["to_id"]) for e in now["edges"] if e["relation_type"] == "CLOSE"]
seen["close"] = [(1, microwave) in near, (2, faucet) in near]
seen["moved"] = call("move_character", strings=[{"char_index": 1, "character_position": {"x": -5.1, "y": 0, "z": 0.9}}])["success"]
seen["clouds"] = len(json.loads(call("point_cloud")["message"])) == len(now["nodes"])

# Where on the table exactly.
reset(0)
scene = graph()
table, mouse = nodes_of(scene, "kitchentable")[0]["id"], nodes_of(scene, "mouse")[0]["id"]
gone = [e["from_id"] for e in scene["edges"] if e["to_id"] == table and e["relation_type"] == "ON"]
left = [e for e in scene["edges"] if e["from_id"] not in gone and e["to_id"] not in gone]
seen["cleared"] = expand({"nodes": [node for node in scene["nodes"] if node["id"] not in gone], "edges": left})
add_character()
place = f"[putback] <mouse> ({mouse}) <kitchentable> ({table}) <position> -1.1,-5.5"
seen["table"] = [
    run([f"<char0> [grab] <mouse> ({mouse})", f"<char0> [walk] <kitchentable> ({table})"], skip_animation=True),
    run([f"<char0> {place}"], skip_animation=True),
    run([f"<char0> [grab] <mouse> ({mouse})", f"<char0> {place}"], skip_animation=True),
]

# An apple on the second desk.
reset(0)
scene = graph()
add_character("Chars/female2", "kitchen")
apple, desk = nodes_of(scene, "apple")[0]["id"], nodes_of(scene, "desk")[1]["id"]
seen["physics"] = call("activate_physics", strings=[{"gravity": -10}])["success"]
lines = [f"<char0> [grab] <apple> ({apple})", f"<char0> [put] <apple> ({apple}) <desk> ({desk})"]
seen["gravity"] = run(lines, find_solution=True, camera_mode=["58"], file_name_prefix="gravity", **wide)

# A phone, and something to look at.
phones = nodes_of(scene, "cellphone")
if phones:
    # One metre at a time, until it is close.
    for _ in range(30):
        run([f"<char0> [walktowards] <cellphone> ({phones[0]['id']}) :1:"], skip_animation=True)
        if any(e["relation_type"] == "CLOSE" and e["to_id"] == phones[0]["id"] and e["from_id"] == 1 for e in graph()["edges"]):
            break
    else:
        raise TimeoutError("It never gets close")
    phone, screen = phones[0]["id"], nodes_of(scene, "tv")[0]["id"]
    words = [f"[talk] <cellphone> ({phone})", f"[text] <cellphone> ({phone})", f"[walk] <tv> ({screen})", f"[lookat] <tv> ({screen})"]
    seen["phone"] = run([f"<char0> {word}" for word in words])
print(json.dumps(seen))
