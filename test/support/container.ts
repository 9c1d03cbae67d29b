/** Starts programs as the first process of a container, which ignores signals without a handler. */
import { readFileSync } from 'node:fs'

export const inContainer: readonly string[] = ['unshare', '-Urpf', '--kill-child', '--mount-proc']

export const hasContainers: boolean = Bun.spawnSync([...inContainer, 'true']).success

const bitOfSigterm = 1n << 14n

export function catchesSignals(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, caught = '0'] = /^SigCgt:\s*(\w+)/m.exec(status) ?? []
  return (BigInt(`0x${caught}`) & bitOfSigterm) !== 0n
}
