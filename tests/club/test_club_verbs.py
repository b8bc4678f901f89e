"""The command line of a club: nodes that sync, export and import, files for real machines, a load balancer."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from referee.cli import main
from referee.cli.exits import NOTHING_FOUND, WRONG
from referee.kernel import PUBLIC
from referee.running.club.engine import Engine
from referee.running.club.hall import ClubHall
from referee.running.club.nodes import Nodes, program
from referee.running.dice import Dice
from referee.running.journal import FileJournal, JournalError
from referee.running.sitting import Sitting
from tests.club.test_journal_contract import play, told
from tests.kit import LOADED_SECONDS, LOW_PORTS, ROOT, Program, engine_of, free_ports, port_free, wait_until

EXAMPLE = ROOT / "referee" / "running" / "club" / "haproxy.cfg"


@pytest.mark.parametrize("sync", ["2m", "10s"])
def test_a_node_that_acknowledges_before_it_syncs_is_refused(tmp_path: Path, sync: str) -> None:
    with engine_of(tmp_path, 1, sync) as nodes, pytest.raises(JournalError, match=r"node-1 .* sync_interval: always"):
        ClubHall(nodes.address)


def test_an_engine_that_is_not_there_or_lets_nobody_in_is_told_in_a_sentence(
    node: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.running.club.engine.CONNECT_SECONDS", 0.5)
    for address in (f"nats://127.0.0.1:{free_ports(1)[0]}", node.address.replace("referee:", "referee:not"), "x://y"):
        with pytest.raises(JournalError, match=r"The club's engine cannot be reached: .*\. Is it running\?"):
            ClubHall(address)


def test_a_game_goes_into_a_club_and_out_again(node: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = FileJournal(tmp_path / "friday.referee")
    sitting = Sitting(file, Dice(3))
    play(sitting)
    file.close()
    assert main(["export", "--whole", str(tmp_path / "friday.referee")]) == 0
    (tmp_path / "friday.jsonl").write_text(capsys.readouterr().out, "utf-8")
    assert main(["import", str(tmp_path / "friday.jsonl"), "--journal", node.address]) == 0
    found = re.search(r"The game is in (\S+)\.", capsys.readouterr().out)
    assert found
    assert main(["export", "--whole", "--journal", node.address, found[1]]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["facts"] for line in lines[1:10]] == [
        json.loads(line)["facts"] for line in (tmp_path / "friday.jsonl").read_text("utf-8").splitlines()[1:10]
    ]
    (tmp_path / "back.jsonl").write_text("\n".join(lines), "utf-8")
    assert main(["import", str(tmp_path / "back.jsonl"), "--db", str(tmp_path / "home")]) == 0
    back = FileJournal(next((tmp_path / "home").glob("*.referee")))
    assert told(Sitting(back, Dice(3)))[1:] == told(sitting)[1:] and sitting.screen(PUBLIC).seats
    back.close()
    assert main(["export", "--journal", node.address, "nobody-1"]) == NOTHING_FOUND


def test_a_forged_game_is_not_left_in_the_club(node: Nodes, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"form": "referee-whole-1", "table": "forged", "acts": 0}\n', "utf-8")
    assert main(["import", str(tmp_path / "x.jsonl"), "--journal", node.address]) == WRONG
    hall = ClubHall(node.address)
    try:
        assert not [one.id for one in hall.tables() if one.id.startswith("forged")]
    finally:
        hall.close()


def test_the_files_of_three_machines_are_what_the_engine_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["club", "--files", str(tmp_path), "a.lan", "b.lan", "c.lan"]) == 0
    assert "REFEREE_JOURNAL=nats://referee:" in capsys.readouterr().out
    made = sorted(tmp_path.glob("*.conf"))
    assert [file.name for file in made] == ["a.lan.conf", "b.lan.conf", "c.lan.conf"]
    for file in made:
        assert "sync_interval: always" in file.read_text("utf-8")
        checked = subprocess.run([program(), "-t", "-c", str(file)], capture_output=True, text=True, check=False)
        assert "configuration file" in checked.stderr and checked.returncode == 0, checked.stderr
        assert os.name == "nt" or file.stat().st_mode & 0o077 == 0, "a password is for nobody else"
    assert main(["club", "--files", str(tmp_path), "a.lan", "b.lan"]) == 2


@pytest.mark.long
def test_three_nodes_run_until_they_are_told_to_stop(tmp_path: Path) -> None:
    port = next(base for base in LOW_PORTS[::10] if all(port_free(base + n) for n in range(6)))
    words = [sys.executable, "-m", "referee", "club", "--folder", str(tmp_path), "--port", str(port)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert running.stdout is not None
    try:
        said = [running.stdout.readline() for _ in range(4)]
        found = re.search(r"REFEREE_JOURNAL=(\S+)", "".join(said))
        assert found, said
        hall = ClubHall(found[1])
        hall.create("x")
        hall.close()
    finally:
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=LOADED_SECONDS)
    assert "Every game is kept." in rest and running.returncode == 0


@pytest.mark.long
def test_a_balancer_leads_past_a_program_that_died(node: Nodes, tmp_path: Path) -> None:
    balancer = shutil.which("haproxy")
    if balancer is None:
        pytest.skip("haproxy is not installed, so its example file is not tried")
    ports = free_ports(4)
    text = EXAMPLE.read_text("utf-8").replace("bind *:80", f"bind 127.0.0.1:{ports[0]}")
    for old, new in zip((8001, 8002, 8003), ports[1:], strict=True):
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    (tmp_path / "haproxy.cfg").write_text(text, "utf-8")
    programs = [Program(tmp_path, port=port, journal=node.address, proxy="127.0.0.1") for port in ports[1:3]]
    running = subprocess.Popen([balancer, "-f", str(tmp_path / "haproxy.cfg")], stderr=subprocess.DEVNULL)

    def answered() -> bool:
        line = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=LOADED_SECONDS)
        try:
            line.request("GET", "/", headers={"Accept": "text/html"})
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    try:
        for one in programs:
            one.start()
        wait_until(answered, "a page through the balancer")
        programs[0].kill()
        wait_until(lambda: all(answered() for _ in range(6)), "pages from the other program alone")
    finally:
        running.terminate()
        running.wait()
        for one in programs:
            if one.process.poll() is None:
                one.kill()


def test_giving_up_on_the_engine_leaves_no_connection_open(node: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    def still_open() -> set[int]:
        return {id(one) for one in gc.get_objects() if type(one) is socket.socket and one.fileno() != -1}

    before = still_open()
    for step in range(80):  # given up at every stage of the handshake
        monkeypatch.setattr("referee.running.club.engine.CONNECT_SECONDS", 0.001 + 0.0002 * step)
        with pytest.raises(JournalError):
            ClubHall(node.address.replace("referee:", "referee:not"))
    assert not still_open() - before


def test_a_task_that_misses_its_first_cancel_is_ended_with_the_engine(node: Nodes) -> None:
    engine, begun, ended = Engine(node.address), Event(), Event()

    async def holding_on() -> None:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(600)
        try:
            await asyncio.sleep(600)
        finally:
            ended.set()

    engine.begin(holding_on())
    assert begun.wait(60)
    engine.close()
    assert ended.is_set()
