/**
 * Landlock restricts which files this thread, and anything it executes, may use. It does not
 * restrict other threads of this process, so the rules are meant for the program that replaces this
 * process.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import type { Libc } from './libc'

const calls = { createRuleset: 444, addRule: 445, restrictSelf: 446 }

const rights = {
  execute: 1n,
  writeFile: 1n << 1n,
  readFile: 1n << 2n,
  readFolder: 1n << 3n,
  removeFolder: 1n << 4n,
  removeFile: 1n << 5n,
  makeFolder: 1n << 7n,
  makeFile: 1n << 8n,
  /** Allows moving files between folders. */
  refer: 1n << 13n,
  truncate: 1n << 14n,
  deviceControl: 1n << 15n,
}

const fileRights =
  rights.execute | rights.writeFile | rights.readFile | rights.truncate | rights.deviceControl

const access = {
  read: rights.readFile | rights.readFolder,
  execute: rights.execute | rights.readFile,
  readAndWrite: rights.readFile | rights.writeFile,
  /**
   * Excludes creating links, pipes, sockets and devices, because the server also reads the data
   * folder.
   */
  manage:
    rights.readFile |
    rights.readFolder |
    rights.writeFile |
    rights.removeFolder |
    rights.removeFile |
    rights.makeFolder |
    rights.makeFile |
    rights.refer |
    rights.truncate,
}

/** Number of file access rights in each ABI version, indexed by version. */
const rightsOfVersion = [0, 13, 14, 15, 15, 16]
const bothTcpRights = 3n
const bothScopes = 3n

export interface PathRule {
  path: string
  access: keyof typeof access
}

/** Returns 0 if the system does not have Landlock. */
export function getLandlockVersion(libc: Libc): number {
  const asVersion = 1
  try {
    return libc.syscall('reading the Landlock version', calls.createRuleset, 0, 0, asVersion)
  } catch {
    return 0
  }
}

/** Denies all file access that no rule allows. */
export function restrictFiles(libc: Libc, rules: readonly PathRule[]) {
  const version = getLandlockVersion(libc)
  if (version === 0) throw new Error('This system has no Landlock')
  const known = (1n << BigInt(rightsOfVersion[version] ?? rightsOfVersion.at(-1)!)) - 1n
  const ruleset = createRuleset(libc, version, known)
  for (const rule of rules) addRule(libc, { ruleset, known, rule })
  libc.syscall('applying Landlock rules', calls.restrictSelf, ruleset, 0)
  closeSync(ruleset)
}

function createRuleset(libc: Libc, version: number, known: bigint): number {
  const words = [known, version >= 4 ? bothTcpRights : 0n, version >= 6 ? bothScopes : 0n]
  const attributes = new BigUint64Array(words)
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8
  return libc.syscall('creating Landlock rules', calls.createRuleset, attributes, size, 0)
}

interface RuleInput {
  ruleset: number
  known: bigint
  rule: PathRule
}

function addRule(libc: Libc, { ruleset, known, rule }: RuleInput) {
  if (!existsSync(rule.path)) throw new Error(`${rule.path} does not exist`)
  const onlyPath = 0o10000000
  const allowed = access[rule.access] & known
  const isFolder = statSync(rule.path).isDirectory()
  const descriptor = openSync(rule.path, onlyPath)
  const attributes = new DataView(new ArrayBuffer(12))
  attributes.setBigUint64(0, isFolder ? allowed : allowed & fileRights, true)
  attributes.setInt32(8, descriptor, true)
  const beneathPath = 1
  libc.syscall(
    `allowing ${rule.path}`,
    calls.addRule,
    ruleset,
    beneathPath,
    new Uint8Array(attributes.buffer),
    0,
  )
  closeSync(descriptor)
}
