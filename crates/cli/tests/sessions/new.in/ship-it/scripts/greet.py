"""Reads a JSON object from standard input, writes one to standard output."""

import json
import sys

arguments = json.load(sys.stdin)
json.dump({"greeting": f"Hello, {arguments['name']}!"}, sys.stdout)
