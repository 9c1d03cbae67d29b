/**
 * Checks that nothing in the repository depends on one machine: no registry host, no local path.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const largestBytes = 5_000_000

function main() {
  const traces = listMachineTraces()
  const found = listRepositoryFiles().flatMap((name) => {
    const text = readFileSync(resolve(root, name))
    if (text.byteLength > largestBytes || text.includes(0)) return []
    return findLines(text.toString(), traces).map((line) => `${name}:${line}`)
  })
  if (found.length === 0) return
  process.stderr.write(`${found.join('\n')}\n`)
  throw new Error('The files above name a package registry or a path of this machine.')
}

/**
 * Lists files that git tracks or would track. Without git, as in an unpacked archive, there are
 * none.
 */
function listRepositoryFiles() {
  const listed = Bun.spawnSync(
    ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const names = listed.exitCode === 0 ? listed.stdout.toString().split('\0') : []
  return names.filter((name) => name !== '' && isFile(resolve(root, name)))
}

function isFile(path: string) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function listMachineTraces(): RegExp[] {
  const folders = [root, dirname(root), resolve(root, '../shared'), homedir()].filter(
    (path) => path.split('/').length > 2,
  )
  const paths = folders.map((path) => new RegExp(`${RegExp.escape(path)}(?![\\w.-])`))
  return [/\bregistry\.[\w-]+\.(?:org|com|dev|io|net)\b/i, /\/(?:home|Users)\/runner\b/, ...paths]
}

function findLines(text: string, traces: readonly RegExp[]) {
  const lines = text.split('\n').entries()
  return [...lines]
    .filter(([, line]) => traces.some((trace) => trace.test(line)))
    .map(([position, line]) => `${position + 1}: ${line.slice(0, 160)}`)
}

main()
