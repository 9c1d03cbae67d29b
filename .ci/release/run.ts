/** Runs programs of the release machine. */
export interface RunOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  input?: string | Uint8Array
}

/** Runs a program and returns what it printed. Throws with its messages if it fails. */
export function run(command: readonly string[], { cwd, env, input }: RunOptions = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  if (exitCode === 0) return stdout.toString()
  const messages = `${stderr.toString()}\n${stdout.toString()}`.trim().slice(-4000)
  throw new Error(`"${command.join(' ')}" failed with ${exitCode}:\n${messages}`)
}

/** Throws if programs are missing on this machine, and names all of them. */
export function requirePrograms(names: readonly string[]): void {
  const missing = names.filter((name) => Bun.which(name) === null)
  if (missing.length > 0) {
    throw new Error(`These programs are missing on this machine: ${missing.join(', ')}.`)
  }
}

export async function hashFile(path: string, algorithm: 'sha256' | 'sha512' = 'sha256') {
  const hasher = new Bun.CryptoHasher(algorithm)
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}
