"""A client of the ZMQ remote API that shares nothing with the server: python3-zmq and python3-cbor2, blocking and asyncio.

Takes host and port, prints what it was told as JSON.
"""

import asyncio
import json
import sys
import uuid

import cbor2
import zmq
import zmq.asyncio

HOST, PORT = sys.argv[1], sys.argv[2]
ANSWER_MS = 20_000


def request(func, args, client):
    return cbor2.dumps({"func": func, "args": args, "argsL": len(args), "uuid": client, "ver": 2, "lang": "python"})


class Blocking:
    def __init__(self):
        self.client = str(uuid.uuid4())
        self.functions = {}
        self.waits = 0
        self.socket = zmq.Context.instance().socket(zmq.REQ)
        self.socket.setsockopt(zmq.RCVTIMEO, ANSWER_MS)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(f"tcp://{HOST}:{PORT}")

    def ask(self, func, *args):
        self.socket.send(request(func, list(args), self.client))
        while True:
            reply = cbor2.loads(self.socket.recv())
            if "func" not in reply:
                return reply
            if reply["func"] == "_*wait*_":
                self.waits += 1
                results = []
            else:
                results = [self.functions[reply["func"]](*reply["args"])]
            self.socket.send(request("_*executed*_", results, self.client))

    def value(self, func, *args):
        return self.ask(func, *args)["ret"][0]


async def ask_in_turn(func, *args, client):
    socket = zmq.asyncio.Context.instance().socket(zmq.REQ)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect(f"tcp://{HOST}:{PORT}")
    await socket.send(request(func, list(args), client))
    reply = cbor2.loads(await asyncio.wait_for(socket.recv(), ANSWER_MS / 1000))
    while reply.get("func") == "_*wait*_":
        await socket.send(request("_*executed*_", [], client))
        reply = cbor2.loads(await asyncio.wait_for(socket.recv(), ANSWER_MS / 1000))
    socket.close()
    return reply["ret"][0] if reply["ret"] else None


async def at_a_time():
    client = str(uuid.uuid4())
    asked = [ask_in_turn("sim.getObject", "/Panda/joint", {"index": index}, client=client) for index in range(7)]
    return await asyncio.gather(*asked, ask_in_turn("sim.wait", 0.5, client=client))


robot = Blocking()
robot.ask("zmqRemoteApi.require", "sim")
info = robot.value("zmqRemoteApi.info", "sim")
joints = [robot.value("sim.getObject", "/Panda/joint", {"index": index}) for index in range(7)]
robot.ask("sim.setStepping", True)
robot.ask("sim.startSimulation")
for _ in range(3):
    robot.ask("sim.step")
seen = []


def moved(state):
    seen.append(state["pos"][0])
    # A function that is running may ask, too.
    return robot.value("sim.getSimulationTime") < 0


robot.functions["moved"] = moved
limits = {"maxVel": [2.175] * 7, "maxAccel": [10.0] * 7, "maxJerk": [100.0] * 7}
target = [0.4] + [robot.value("sim.getJointPosition", joint) for joint in joints[1:]]
end = robot.value("sim.moveToConfig", {"joints": joints, "targetPos": target, "callback": "moved@func", **limits})
told = {
    "constants": [info["handle_world"]["const"], info["getObject"]],
    "joints": joints,
    "waits": robot.waits,
    "time": type(robot.value("sim.getSimulationTime")).__name__,
    "origin": robot.value("sim.getObjectPosition", robot.value("sim.getObject", "/Panda"), -1),
    "is_float": all(isinstance(number, float) for number in robot.value("sim.getObjectPosition", joints[0])),
    "callbacks": len(seen),
    "end": end["pos"][0],
    "nil": robot.value("sim.getStringSignal", "nothing"),
    "error": robot.ask("sim.getObject", "/nothing").get("err", "")[:21],
    "asyncio": asyncio.run(at_a_time())[:7],
}
print(json.dumps(told))
