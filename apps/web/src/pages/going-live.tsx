import { CommandLine } from '../ui/shell/command-line.tsx'

/** How a race gets here, for someone who has the repository and a recorder key. */
export function GoingLive() {
  return (
    <section aria-labelledby="going-live" className="max-w-3xl min-w-0">
      <h2 id="going-live" className="text-2xl">
        Show your own race
      </h2>
      <ol className="mt-3 list-decimal space-y-2 pl-5 text-muted marker:text-faint">
        <li>Switch UDP telemetry on in the game's settings: port 20777, the newest format.</li>
        <li>
          Start the recorder on the computer that receives it, with your user id and recorder key:
        </li>
      </ol>
      <div className="my-3">
        <CommandLine
          command={`npm run recorder -- record --server ${location.origin} --user ID --key KEY`}
        />
      </div>
      <p className="text-muted">The race appears under Live as soon as you are in the car.</p>
    </section>
  )
}
