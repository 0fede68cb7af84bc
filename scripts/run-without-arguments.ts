/**
 * Runs a command that takes no arguments and returns its exit code. With any argument it says how the command is used:
 * `--help` asks for that, and everything else is a mistake.
 */
export async function runWithoutArguments(
  usage: string,
  run: () => number | Promise<number>,
): Promise<void> {
  const [first] = process.argv.slice(2)
  if (first === undefined) {
    process.exitCode = await run()
    return
  }
  console.log(usage)
  process.exitCode = first === '--help' ? 0 : 2
}
