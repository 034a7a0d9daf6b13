"""LLM-Planner in Python: asks the model once for a whole plan at a table, and carries it out step by step.

Sends exactly the requests of the built-in method `llm_planner`, and so plays from the same tapes:

    npx tapedeck run tabletop --scene tower_3_01 --planner "cmd:python3 harness/package/examples/python/llm_planner.py"

Standard library only. harness/episode/any_language/README.md describes the messages.
"""

import json
import re
import sys

SYSTEM = """\
You plan for a robot arm that stands at a table with blocks on it. The arm has one hand and two skills:

pick(OBJECT, SURFACE) takes OBJECT, which lies on SURFACE, into the hand.
place(OBJECT, SURFACE) puts OBJECT, which is in the hand, down on SURFACE.

OBJECT is the name of a block. SURFACE is the name of another block, or table. Names are written exactly as they are given to you.

A plan is a numbered list with one action per line, in the order in which the robot carries them out:
1. pick(OBJECT, SURFACE)
2. place(OBJECT, SURFACE)"""

PLAN = """\
Objects: {objects}

Task: {task}

State:
{state}

Which actions fulfil the task, starting from this state? Reply with the plan alone, without any other text."""

STEP = re.compile(r"\s*\d+[.)]\s*(pick|place)\(\s*([\w-]+)\s*,\s*([\w-]+)\s*\)\s*")


def tell(message):
    print(json.dumps(message), flush=True)


def hear():
    """The next message; the end of the episode ends the program."""
    line = sys.stdin.readline()
    if line == "":
        sys.exit()
    message = json.loads(line)
    if message["type"] == "failed":
        sys.exit(message["message"])
    return message


def lies(upper, lower):
    return f"{upper} lies on {'the table' if lower == 'table' else lower}"


def sentence(thing, state):
    relation, _, other = state.partition(" ")
    if state == "in hand":
        return f"{thing} is in the hand"
    return lies(thing, other) if relation == "on" else lies(other, thing)


def state_text(observation):
    lines = ["; ".join(sentence(each["object"], state) for state in each["states"]) for each in observation["states"]]
    held = next((fact[2] for fact in observation["facts"] if fact[:2] == ["in", "hand"]), "air")
    hand = "The hand is empty" if held == "air" else f"The hand holds {held}"
    return "\n".join(f"- {line}" for line in [*lines, hand])


def ask_for_plan(start):
    observation = start["observation"]
    objects = ", ".join([*observation["blocks"], "table"])
    content = PLAN.format(objects=objects, task=start["instruction"], state=state_text(observation))
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": content}]
    tell({"type": "ask", "messages": messages, "purpose": "plan", "temperature": 0.1, "maxTokens": 2500})
    return hear()["text"]


def main():
    start = hear()
    if "blocks" not in start["observation"]:
        return tell({"type": "stop", "reason": "no_table"})
    found = [(number, line, STEP.fullmatch(line)) for number, line in enumerate(ask_for_plan(start).split("\n"), 1)]
    steps = [match.groups() for _, _, match in found if match]
    prose = [
        {"line": number, "kind": "prose", "text": line[:160], "reason": "holds no step"}
        for number, line, match in found
        if not match and line.strip()
    ]
    counts = {"prose": len(prose)} if prose else {}
    note = {"kind": "parsed", "purpose": "plan", "accepted": len(steps), "discardedCounts": counts}
    tell({"type": "note", "note": {**note, "discarded": prose[:100], "remarks": []}})
    if not steps:
        return tell({"type": "stop", "reason": "parse"})
    for verb, *args in steps[:200]:
        tell({"type": "act", "action": {"verb": verb, "args": args}})
        if not hear()["ok"]:
            return tell({"type": "stop", "reason": "action_failed"})
    tell({"type": "stop", "reason": "plan_completed"})


main()
