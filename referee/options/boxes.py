"""The printed names of the three boxes."""

from __future__ import annotations

from referee.common.boxes import BOXES, FIRST, SECOND, THIRD

BOXES |= {FIRST: "Ixians and Tleilaxu", SECOND: "CHOAM and Richese", THIRD: "Ecaz and Moritani"}
