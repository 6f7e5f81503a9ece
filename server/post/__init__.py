"""Everything sent and received by mail: the kinds of letters, when they leave, how they are written, sent and answered.

The worker sends letters (`outbox.deliver`), the inbox process takes mail in (`inbound`), and web pages show delivery
states and the local Maildir. This layer reads what a seat may see from `server.views`, changes matches only through
`server.matches`, and writes only letters, reply addresses, inbound mail, channels and notices.
"""
