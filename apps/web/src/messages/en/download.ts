import type { Area } from '@pitboard/contract/words/message'

export const download = {
  title: 'After the download',
  intro:
    'The recorder for your machine: {platform}. It includes everything it needs and installs nothing.',
  introArchive:
    'The recorder as an archive that runs on Windows, macOS and Linux. It needs Node 22 or newer on your machine; nothing else is installed.',
  onHandheld:
    'A phone or tablet can’t run the recorder: it belongs on the computer beside the game.',
  onHandheldSteps:
    '- On the PC you play on, or on any computer in the network of your console, open `{address}/downloadInfo`. All files are [below](/downloadInfo#files), and you can delete the one that was just downloaded here.\n- No computer at all? A console can send straight to this server, to a UDP port that is leased to your user ID and recorder key: `POST /api/LiveSession/register` in the [API](/api/docs). Nothing is stored on your side then, and data that gets lost on the way is lost.',
  again: 'Nothing downloaded? Start the download again.',
  'windows-x64': 'Windows',
  'linux-x64': 'Linux (x64)',
  'linux-arm64': 'Linux (arm64)',
  'macos-arm64': 'macOS (Apple silicon)',
  'macos-x64': 'macOS (Intel)',
  portable: 'Windows, macOS, Linux (needs Node)',
  startTitle: 'Start it',
  on: 'On another machine: {platform}',
  windows: 'Windows',
  windowsSteps:
    '1. Open the downloaded program, `pitboard-recorder-windows-x64@….exe`.\n2. {warning}\n3. If the firewall asks, allow private networks.\n4. A page opens in your browser to pair it with your account. It has no window of its own: it records until you choose **Quit the recorder** on its page.',
  windowsUnsigned:
    'Windows shows **Windows protected your PC** and an unknown publisher, because the program is not signed: choose **More info**, then **Run anyway**. The checksum below shows whether the file is ours.',
  windowsSigned:
    'The program is signed. If Windows still shows **Windows protected your PC**, because few people have started this version so far, **More info** names its publisher; then choose **Run anyway**.',
  macos: 'macOS',
  macosSteps:
    '1. Open the downloaded archive, then the program inside.\n2. {warning}\n3. If macOS asks, allow incoming connections and finding devices on the local network.\n4. A page opens in your browser to pair it with your account. It records as long as its window is open.',
  macosUnsigned:
    'macOS warns because the program has no certificate: open **System Settings**, **Privacy & Security**, and choose **Open Anyway** at the end of the page. The checksum below shows whether the file is ours.',
  macosSigned: 'The program is signed. If macOS asks whether you want to open it, choose **Open**.',
  linux: 'Linux',
  linuxSteps:
    '1. Make the file a program: `chmod +x pitboard-recorder-linux-*`\n2. Start it: `./pitboard-recorder-linux-*`\n3. A page opens in your browser to pair it with your account. On a machine without a browser, `./pitboard-recorder-linux-* record --help` lists the options of the command line.',
  portableSteps:
    '1. You need [Node](https://nodejs.org) 22 or newer.\n2. Unpack the archive.\n3. Open `pitboard-recorder.cmd` on Windows, `Pitboard Recorder.command` on macOS, or run `./pitboard-recorder` on Linux.\n4. A page opens in your browser to pair it with your account. It records as long as its window is open.',
  pairTitle: 'Pair it with your account',
  pairSteps:
    'The recorder opens this site in your browser and shows a code of eight letters. Sign in or [sign up](/signup), compare the code, and confirm: from then on it records as soon as it starts. On a machine without a browser, open [this page](/dashboard/pair) anywhere else and enter the code.\n\nYou can also create a recorder key in the [settings](/dashboard/settings#recorder-keys) and enter it on the recorder’s own page.',
  gameTitle: 'Set up the game',
  gameSteps:
    'In the game: **Game Options**, **Settings**, **Telemetry Settings**. Switch **UDP Telemetry** on and leave the **UDP Port** at `20777`. The **UDP IP Address** is `127.0.0.1` if the recorder runs on the same PC, otherwise the address of the computer it runs on. Details for each game and console are in the [FAQ](/faq#telemetry).\n\nAs soon as you are in the car, the recorder’s page counts packets and the race is under [Live](/live).',
  firewallTitle: 'If nothing arrives',
  firewallSteps:
    '- The recorder listens on UDP port `20777`. If the game runs on another machine or a console, the firewall of the computer with the recorder has to allow that port.\n- Only one program can use a port. If another telemetry program runs, close it, or give it another port and let the recorder forward to it.\n- Both machines have to be on the same network. Guest networks often isolate their devices.\n- The recorder makes only outgoing connections to this server; your router needs no open port.',
  filesTitle: 'All files and their checksums',
  version: 'Version {version}. The line beside each file is its SHA-256 checksum.',
  megabytes: '{size} MB',
  checksums:
    'To compare: `Get-FileHash FILE` in PowerShell on Windows, `shasum -a 256 FILE` on macOS, `sha256sum FILE` on Linux.',
  none: 'This server offers no recorder to download',
  noneWhy:
    'If you run this server: npm start packs the recorder, and npm run build:recorder builds programs that run without Node.',
} as const satisfies Area
