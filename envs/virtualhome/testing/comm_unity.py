"""Stands for VirtualHome's `comm_unity.py` where that is not installed: what the page's test calls of it, by the standard library alone.

Names, arguments, defaults, messages and what is made of the answers are as there.
"""

import json
import time
import urllib.error
import urllib.request


# What `render_script` sends where its caller says nothing.
SCRIPT_SETTINGS = {
    "randomize_execution": False,
    "random_seed": -1,
    "processing_time_limit": 10,
    "skip_execution": False,
    "output_folder": "Output/",
    "file_name_prefix": "script",
    "frame_rate": 5,
    "image_synthesis": ["normal"],
    "find_solution": False,
    "save_pose_data": False,
    "save_scene_states": False,
    "camera_mode": ["AUTO"],
    "recording": False,
    "image_width": 640,
    "image_height": 480,
    "time_scale": 1.0,
    "skip_animation": False,
}


class UnityCommunication:
    def __init__(self, url="127.0.0.1", port="8080", timeout_wait=30):
        self._address = "http://" + url + ":" + port
        self.timeout_wait = timeout_wait

    def post_command(self, request_dict, repeat=False):
        body = json.dumps(request_dict).encode()
        for attempt in range(6 if repeat else 1):
            try:
                asked = urllib.request.Request(self._address, body, {"Content-Type": "application/json"})
                with urllib.request.urlopen(asked, timeout=self.timeout_wait) as answer:
                    return json.load(answer)
            except urllib.error.URLError:
                if not repeat or attempt == 5:
                    raise
                time.sleep(2**attempt / 2)

    def check_connection(self):
        return self.post_command({"id": str(time.time()), "action": "idle"}, repeat=True)["success"]

    def reset(self, environment=None):
        ints = [] if environment is None else [environment]
        self.post_command({"id": str(time.time()), "action": "clear", "intParams": ints})
        response = self.post_command({"id": str(time.time()), "action": "environment", "intParams": ints})
        return response["success"]

    def add_character(self, character_resource="Chars/Male1", position=None, initial_room=""):
        mode = "random" if position is None else "fix_position"
        if position is None and initial_room:
            assert initial_room in ["kitchen", "bedroom", "livingroom", "bathroom"]
            mode = "fix_room"
        x, y, z = position or [0, 0, 0]
        settings = {
            "character_resource": character_resource,
            "mode": mode,
            "character_position": {"x": x, "y": y, "z": z},
            "initial_room": initial_room,
        }
        request = {"id": str(time.time()), "action": "add_character", "stringParams": [json.dumps(settings)]}
        return self.post_command(request)["success"]

    def environment_graph(self):
        response = self.post_command({"id": str(time.time()), "action": "environment_graph"})
        return response["success"], json.loads(response["message"])

    def render_script(self, script, find_solution=False, recording=False, skip_animation=False):
        settings = {
            **SCRIPT_SETTINGS,
            "find_solution": find_solution,
            "recording": recording,
            "skip_animation": skip_animation,
        }
        request = {"id": str(time.time()), "action": "render_script", "stringParams": [json.dumps(settings)] + script}
        response = self.post_command(request)
        try:
            return response["success"], json.loads(response["message"])
        except ValueError:
            return response["success"], response["message"]
