export const usage = `Usage:
  recorder             open the recorder's page in the browser
  recorder record      the same without a page: listen, keep everything, relay it live
  recorder replay FILE send a capture as if it were being driven now
  recorder send FILE   send a capture with its own times, as fast as the server takes it

record, replay, send:
  --server URL         Pitboard's address            (or PITBOARD_SERVER)
  --user ID            your user id                  (or PITBOARD_USER)
  --key KEY            one of your recorder keys     (or PITBOARD_KEY)
  --json               end with one line of JSON on stdout

without a command, or app:
  --no-browser         app only: print the page's address and open nothing

  --help, --version

record:
  --listen PORT        UDP port of the game's telemetry, default 20777
  --host ADDRESS       address to listen on, default 0.0.0.0
  --forward HOST:PORT  pass every datagram on; may be repeated
  --spool DIR          where captures are kept, default ~/.pitboard/spool
  --disk-limit GB      remove the oldest captures the server has above it; default 5, or none
  --udp                relay over UDP: no acknowledgements, losses stay lost

replay:
  --speed N|max        times real time, default 1
  --udp                as above

FILE is a .pcap, .pcapng or .f1pcap, a .dat of Racing League Tools or a dump of datagrams with
their lengths (plain, gzip or zstd), whatever it is called.`
