"""Everything by mail: which kinds of letters there are, when they leave, how they are written, sent and answered.

The worker delivers (`outbox.deliver`) and the inbox takes mail in (`inbound`); nobody else calls this room.
It reads what a seat may see (`server.views`), acts through the use-cases of `server.matches`, and writes letters alone.
"""
