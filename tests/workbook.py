#!/usr/bin/env python3
"""Reads the workbooks of `sim par --format xlsx` as their users' programs do, calculates every formula again, changes inputs and compares with `sim par`.

    tests/workbook.sh target/release/sim        (makes a virtual environment with openpyxl and formulas, and calls this)

1. Sheets, frozen headers, column widths, number formats and defined names are there.
2. Every formula gives the result that is stored beside it.
3. A stake, prizes and counts are changed as a designer would; return, hit frequency, SD and the rest must be those `sim par` computes for that table.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import formulas
import openpyxl

GAMES = [("yams", ["0.5", "1", "2"]), ("star-color", ["1", "2", "3"]), ("diamond-river", ["2.91"])]
FIGURES = {
    "Return to player": "rtp",
    "Winning plays": "hit_frequency",
    "P(x < s)": "below_stake",
    "P(x = s)": "at_stake",
    "P(x > s)": "above_stake",
    "Standard deviation": "sd_stakes",
    "Skewness": "skewness",
    "Kurtosis": "kurtosis",
    "Entropy": "entropy_bits",
    "Volatility index": "volatility_index",
    "Return of the offer": "rtp_of_offer",
}


def sheet_of(sim, game, stake):
    return json.loads(subprocess.run([sim, "par", game, "--stake", stake, "--format", "json"], check=True, capture_output=True).stdout)


def calculated(path):
    """(SHEET, CELL) -> value, of every cell of the workbook."""
    model = formulas.ExcelModel().loads(str(path)).finish()
    found = {}
    for key, value in model.calculate().items():
        text = str(key)
        if "]" not in text or ":" in text.split("!")[-1]:
            continue
        sheet, cell = text.split("]")[1].split("!")
        found[(sheet.strip("'").upper(), cell)] = value.value[0, 0]
    return found


def near(found, wanted, what, tolerance=1e-9):
    if wanted is None or isinstance(wanted, str):
        assert str(found) == str("-" if wanted is None else wanted), f"{what}: {found!r} instead of {wanted!r}"
        return
    assert abs(float(found) - wanted) <= tolerance * max(1.0, abs(wanted)), f"{what}: {found!r} instead of {wanted!r}"


def figures(cells, book):
    return {book["Figures"].cell(row, 1).value: cells[("FIGURES", f"B{row}")] for row in range(2, book["Figures"].max_row + 1)}


def looks(book, game, sheet):
    names = ["Prizes", "Figures", "Returns"] + (["Totals"] if game == "yams" else []) + ["Notes"]
    assert book.sheetnames == names, book.sheetnames
    prizes = book["Prizes"]
    assert prizes.freeze_panes == "A7", prizes.freeze_panes
    for name in names[1:-1]:
        assert book[name].freeze_panes == "B2", (name, book[name].freeze_panes)
    for column in "ABCDEFGHI":
        assert prizes.column_dimensions[column].width > 9, column
    assert prizes["B7"].number_format == "#,##0.00" and prizes["C7"].number_format == "#,##0" and prizes["E7"].number_format.endswith("%")
    assert prizes["C4"].value.startswith("=SUMPRODUCT(prize,winners)")
    assert {"stake", "block_plays", "prize", "winners", "rtp", "sd_stakes", "mean_prize", "variance_prize"} <= set(book.defined_names)
    losing = 6 + len(sheet["tiers"])
    for row, tier in zip(range(7, losing + 1), sheet["tiers"]):
        near(prizes.cell(row, 2).value, tier["prize_cents"] / 100, "prize")
        if row < losing:
            near(prizes.cell(row, 3).value, tier["winners"], "winners")
    assert prizes.cell(losing, 3).value.startswith("=block_plays-SUM(")


def same_as_stored(path, formulas_book, cells):
    stored = openpyxl.load_workbook(path, data_only=True)
    count = 0
    for sheet in formulas_book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    count += 1
                    found, wanted = cells[(sheet.title.upper(), cell.coordinate)], stored[sheet.title][cell.coordinate].value
                    if wanted is None:
                        assert str(found) in ("", "empty", "None"), (sheet.title, cell.coordinate, found)
                    else:
                        # `formulas` reads small probabilities to sixteen decimals only
                        tolerance = 1e-6 if sheet.title == "Totals" else 1e-9
                        near(found, wanted, f"{path.name} {sheet.title}!{cell.coordinate}", tolerance)
    return count


def main():
    sim = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for game, stakes in GAMES:
            for stake in stakes:
                path = Path(folder) / f"{game}-{stake}.xlsx"
                subprocess.run([sim, "par", game, "--stake", stake, "-o", str(path)], check=True, capture_output=True)
                sheet = sheet_of(sim, game, stake)
                book = openpyxl.load_workbook(path)
                looks(book, game, sheet)
                cells = calculated(path)
                count = same_as_stored(path, book, cells)
                found = figures(cells, book)
                for name, key in FIGURES.items():
                    if key in sheet:
                        near(found[name], sheet[key], f"{path.name} {name}")
                print(f"{path.name}: {count} formulas agree with what is stored and with `sim par`")
                if stake == stakes[0] and len(stakes) > 1:
                    # a designer writes the prizes and the stake of another offer over this one
                    other = sheet_of(sim, game, stakes[-1])
                    prizes = book["Prizes"]
                    prizes["A4"] = other["stake_cents"] / 100
                    for row, tier in zip(range(7, 6 + len(other["tiers"])), other["tiers"]):
                        prizes.cell(row, 2).value, prizes.cell(row, 3).value = tier["prize_cents"] / 100, tier["winners"]
                    changed = Path(folder) / f"{game}-changed.xlsx"
                    book.save(changed)
                    found = figures(calculated(changed), book)
                    for name, key in FIGURES.items():
                        if key in other:
                            near(found[name], other[key], f"{changed.name} {name}")
                # one more top prize: the return moves by its amount, whatever else stands there
                before = sheet["rtp"]
                prizes = book["Prizes"]
                original = openpyxl.load_workbook(path)
                original["Prizes"]["C7"] = sheet["tiers"][0]["winners"] + 1
                more = Path(folder) / f"{game}-{stake}-more.xlsx"
                original.save(more)
                cells = calculated(more)
                moved = sheet["tiers"][0]["prize_cents"] / sheet["stake_cents"] / sheet["block"]
                near(cells[("PRIZES", "C4")], before + moved, "return with one more top prize")
                near(cells[("PRIZES", "D4")], sheet["hit_frequency"] + 1 / sheet["block"], "hit frequency with one more top prize")
                losing = 6 + len(sheet["tiers"])
                near(cells[("PRIZES", f"C{losing}")], sheet["tiers"][-1]["winners"] - 1, "losing plays with one more top prize")
                squares = sum(tier["winners"] * tier["prize_cents"] ** 2 for tier in sheet["tiers"]) + sheet["tiers"][0]["prize_cents"] ** 2
                mean = (before + moved) * sheet["stake_cents"]
                near(cells[("PRIZES", "E4")], (squares / sheet["block"] - mean**2) ** 0.5 / sheet["stake_cents"], "SD with one more top prize")
    print("workbooks: all agree")


if __name__ == "__main__":
    main()
