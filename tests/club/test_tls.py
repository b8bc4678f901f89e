"""TLS to the engine: certificates at the nodes, ``tls://`` in the address."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.running.club import nodes
from referee.running.club.hall import ClubHall
from referee.running.journal import JournalError
from tests.kit.engine import engine_of

SIGNED = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
openssl = shutil.which("openssl")


@pytest.mark.long
@pytest.mark.skipif(openssl is None, reason="openssl is not installed, so no node can be given a certificate")
def test_an_engine_with_a_certificate_is_joined_by_whoever_trusts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = [openssl or "", *SIGNED.split(), "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    plain = nodes.configuration

    def closed(*words: Any, **named: Any) -> str:
        return f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}\n{plain(*words, **named)}'

    monkeypatch.setattr(nodes, "configuration", closed)
    with engine_of(tmp_path / "engine", 1) as engine:
        address = engine.address.replace("nats://", "tls://")
        with pytest.raises(JournalError, match=r"is not trusted here\. Name your own authority in SSL_CERT_FILE\."):
            ClubHall(address)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        club = ClubHall(address)
        assert club.create("closed")[0] == "closed-1"
        club.close()
