"""Serves a GGUF file in the format of OpenAI: python llama_server.py MODEL.gguf TEMPLATE.jinja. Prints the address, then
waits until standard input ends."""

import sys
from pathlib import Path

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.chat_template = Path(sys.argv[2]).read_text()
params.use_jinja = True
params.n_ctx = 2048
params.port = 0
# One thread does not wait for others, which is what threads on a busy machine do most of the time.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
