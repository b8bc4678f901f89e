"""TLS to the engine: certificates at the nodes, ``tls://`` in the address; and who is told which password."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from nats.errors import Error as NatsError

from referee.running.club import nodes
from referee.running.club.engine import Engine
from referee.running.club.hall import ClubHall
from referee.running.club.journal import STREAM, subject_of
from referee.running.journal import JournalError
from tests.kit import engine_of

SIGNED = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
GIVES_UP = ("referee.running.club.engine.CONNECT_SECONDS", 5.0)  # as it is for people; other tests wait longer
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


def test_a_node_that_offers_no_tls_is_told_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*GIVES_UP)
    heard, over = list[bytes](), Event()
    info = b'INFO {"server_id":"x","version":"2.10.0","auth_required":true,"headers":true,"max_payload":1048576}\r\n'

    def plain_node(door: socket.socket) -> None:
        while not over.is_set():
            with suppress(OSError), door.accept()[0] as line:
                line.settimeout(5)
                line.sendall(info)
                heard.append(line.recv(4096))

    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.2)
        node = Thread(target=plain_node, args=(door,))
        node.start()
        where = f"referee:pass%20word@127.0.0.1:{door.getsockname()[1]}"
        try:
            with pytest.raises(JournalError, match=r"offers no TLS, so it was told no password\."):
                Engine(f"tls://{where}")
            with pytest.raises(JournalError, match=r"offers no TLS, so it was told no password\."):
                Engine(f"tls://one-token@{where.partition('@')[2]}")
            with pytest.raises(JournalError, match="all nodes have the same name and password"):
                Engine(f"tls://{where},other:word@127.0.0.1:4222")
            assert heard and not any(heard)
            with suppress(JournalError):
                Engine(f"nats://{where}").close()
            assert b'"pass": "pass word"' in b"".join(heard)  # the node does hear what is said in plain text
        finally:
            over.set()
            node.join()


def test_a_program_can_neither_purge_nor_delete_what_is_written_and_its_password_opens_no_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with engine_of(tmp_path / "engine", 1) as running:
        club = ClubHall(running.address)
        table, _ = club.create("kept")
        engine, kept = club.engine, club.engine.read(STREAM, subject_of(table))
        for wish in ("PURGE.REFEREE", "DELETE.REFEREE", "MSG.DELETE.REFEREE", "UPDATE.REFEREE"):
            asked = json.dumps({"name": STREAM, "subjects": ["other"], "seq": 1, "storage": "file"}).encode()
            with pytest.raises(NatsError):
                engine.wait(engine._client.request(f"$JS.API.STREAM.{wish}", asked, timeout=0.5), 20)
        assert kept and engine.read(STREAM, subject_of(table)) == kept
        club.close()
        monkeypatch.setattr(*GIVES_UP)
        own = nodes.password(running.secret, "referee")
        assert own in running.address
        for user in ("system", "node"):
            assert nodes.password(running.secret, user) != own
            with pytest.raises(JournalError):
                Engine(running.address.replace("referee:", f"{user}:"))
