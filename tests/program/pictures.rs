//! Promise: `sim show` draws plays as sheets, to a file or a pipe, the same bytes for the same words, and follows one play step by step.

use crate::{Folder, assert_fits};

/// What a command writes to stdout, bytes.
fn bytes(folder: &Folder, arguments: &str) -> Vec<u8> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let output = folder.command(&words).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn size(png: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn sheets_go_to_a_pipe_or_a_file() {
    let folder = Folder::new();
    for (game, prize) in [("yams", "10"), ("star-color", "12"), ("diamond-river", "50")] {
        let piped = bytes(&folder, &format!("show {game} --prize {prize} --count 3 --seed 7 --format png"));
        let (width, height) = size(&piped);
        assert!(width >= 1_600 && width > height / 3, "{game}: {width} x {height}");
        // the ending of the file names the format; the file is the same, and its name is told
        let done = folder.sim(&format!("show {game} --prize {prize} --count 3 --seed 7 -o {game}.png")).ends(0);
        assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", format!("seed 7\n{game}.png\n").as_str()));
        assert!(folder.read(&format!("{game}.png")) == piped, "{game}: the same bytes");
        let other = bytes(&folder, &format!("show {game} --prize {prize} --count 3 --seed 8 --format png"));
        assert!(other != piped, "{game}: another seed is another sheet");
        folder.sim(&format!("show {game} --prize {prize} --count 3 --seed 7 -o {game}.svg")).ends(0);
        let svg = folder.text(&format!("{game}.svg"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        for play in 0..3 {
            assert!(svg.contains(&format!("play {play} of seed 7")), "{game}");
        }
        assert!(svg.contains(&format!("sim show {game}")) && svg.contains("--seed 7"), "{game}: the command that draws it again");
    }
    let small = bytes(&folder, "show yams --seed 7 --width 640 --format png");
    assert!(size(&small).0.abs_diff(640) <= 1, "{:?}", size(&small));
}

#[test]
fn a_play_of_a_sheet_or_of_a_run_is_drawn_alone() {
    let folder = Folder::new();
    for words in ["show star-color --seed 5", "show star-color --seed 5 --prize 4"] {
        let all = folder.sim(&format!("{words} --count 6")).ends(0).stdout;
        for (number, line) in all.lines().enumerate() {
            let alone = folder.sim(&format!("{words} --from {number}")).ends(0).stdout;
            assert_eq!(alone, format!("{line}\n"), "{words}, play {number}");
        }
        let rest = folder.sim(&format!("{words} --from 2 --count 4")).ends(0).stdout;
        assert_eq!(rest.lines().collect::<Vec<_>>(), all.lines().skip(2).collect::<Vec<_>>());
        let svg = String::from_utf8(bytes(&folder, &format!("{words} --from 4 --format svg"))).unwrap();
        assert!(svg.contains("play 4 of seed 5") && svg.contains("--from 4"));
    }
    let svg = String::from_utf8(bytes(&folder, "show diamond-river --seed 42 --at 3:5:600 --format svg")).unwrap();
    assert!(svg.contains("play 3:5:600 of seed 42") && svg.contains("--at 3:5:600"), "{}", &svg[..300]);
}

#[test]
fn one_play_is_followed_step_by_step() {
    let folder = Folder::new();
    let yams = folder.sim("show yams --stake 1 --prize 20 --seed 4 --steps").ends(0).stdout;
    let expected = "# play 0 of seed 4: wins 20 EUR
step 1 of 3: cup 1: petite suite
  [1]  6  [4] [3] [2]  30 points
  petite suite: 30 points so far

step 2 of 3: cup 2: paire
  [3] [3]  1   6   4   3 points
  paire: 33 points so far

step 3 of 3: cup 3: grande suite
  [3] [4] [5] [1] [2]  45 points
  30 + 3 + 45 = 78 points; 70 to 79 pay 20 €
";
    assert_eq!(yams, expected);
    let stars = folder.sim("show star-color --seed 11 --prize 12 --from 35 --steps").ends(0).stdout;
    for part in ["step 1 of 4: first set, selected violet", "supernova vert", "first set, wave 1", "Extra set, wave 1", "→ 12 € in all"] {
        assert!(stars.contains(part), "`{part}` is missing in\n{stars}");
    }
    assert_fits(&stars);
    let gems = folder.sim("show diamond-river --prize 30000 --seed 4 --steps").ends(0).stdout;
    for part in ["step 1 of ", "throw 1 · ", "the wheel will turn", ": the wheel\n", "30 000 € in all"] {
        assert!(gems.contains(part), "`{part}` is missing in\n{gems}");
    }
    assert_fits(&gems);
    // as many frames as steps, each with the place of the play
    let svg = String::from_utf8(bytes(&folder, "show star-color --seed 11 --prize 12 --from 35 --steps --format svg")).unwrap();
    assert_eq!(svg.matches("play 35 of seed 11").count(), 4);
    let at = folder.sim("show yams --stake 1 --seed 42 --at 3:4:600 --steps").ends(0).stdout;
    assert!(at.starts_with("# play 3:4:600 of seed 42: wins 5 EUR\nstep 1 of 3"), "{at}");
}

#[test]
fn other_formats_go_to_files_too() {
    let folder = Folder::new();
    let piped = folder.sim("show yams --count 4 --seed 3 --format json").ends(0).stdout;
    folder.sim("show yams --count 4 --seed 3 -o plays.jsonl").ends(0).says(&["plays.jsonl"]);
    assert_eq!(folder.text("plays.jsonl"), piped);
    folder.sim("show yams --count 4 --seed 3 -o plays.txt --color always").ends(0);
    let text = folder.text("plays.txt");
    assert!(text.matches("# play").count() == 4 && !text.contains('\u{1b}'), "{text}");
    assert_eq!(folder.names("."), ["plays.jsonl", "plays.txt"]);
}

/// The pictures that the README shows are those that its commands draw.
#[test]
fn the_pictures_of_the_readme_are_true() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let folder = Folder::new();
    let mut pictures = 0;
    for command in readme.lines().filter_map(|line| line.strip_prefix("`sim show ")?.strip_suffix('`')) {
        let (arguments, file) = command.split_once(" -o ").unwrap();
        assert!(readme.contains(&format!("]({file})")), "{file} is shown");
        let drawn = bytes(&folder, &format!("show {arguments} --format png"));
        let kept = std::fs::read(root.join(file)).unwrap();
        assert!(kept == drawn, "{file} is no longer what its command draws: run `sim show {command}` again");
        assert!(kept.len() < 60_000, "{file} has {} bytes", kept.len());
        pictures += 1;
    }
    assert_eq!(pictures, 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_a_sheet_is_74() {
    let folder = Folder::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        folder.command(&["show", "yams", "--seed", "1", "--format", "png"]).stdout(full).stderr(std::process::Stdio::piped()).output().unwrap();
    crate::Done::of(output).ends(74).says(&["cannot write to stdout"]);
}
