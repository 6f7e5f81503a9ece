"""Which addresses are public, so that a hook there may be called."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from server.post.channels.http_client import BadAddress, checked

SPECIAL = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15
198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
192.0.0.0/24 192.88.99.0/24
::/128 ::1/128 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001:2::/48 2001:db8::/32 3fff::/20
5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 4000::/3 8000::/1
"""
"""What IANA has set aside (the registries of special-purpose addresses), and what nobody has been given."""
PRIVATE_IN_IPV6 = """
::127.0.0.1 ::ffff:127.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::127.0.0.1 2002:7f00:1:: 2001:0:7f00:1::
2606:2800::5efe:a00:1 2606:2800::200:5efe:7f00:1
"""
PUBLIC = (
    "93.184.216.34 2606:2800:220:1:248:1893:25c8:1946 2a00:1450:4001:80b::200e ::ffff:93.184.216.34 64:ff9b::5db8:d822"
)


def url(address: str) -> str:
    return f"https://[{address}]/hook" if ":" in address else f"https://{address}/hook"


@pytest.mark.parametrize("network", SPECIAL.split())
def test_what_is_set_aside_is_never_called(network: str) -> None:
    addresses = ip_network(network)
    for one in (addresses[0], addresses[addresses.num_addresses // 2], addresses[-1]):
        with pytest.raises(BadAddress, match="no public server"):
            checked(url(str(one)), frozenset())


@pytest.mark.parametrize("address", PRIVATE_IN_IPV6.split())
def test_nor_a_private_address_within_another(address: str) -> None:
    with pytest.raises(BadAddress, match="no public server"):
        checked(url(address), frozenset())


@pytest.mark.parametrize("address", PUBLIC.split())
def test_what_is_public_may_be_called(address: str) -> None:
    assert checked(url(address), frozenset()) == url(address)
