/** The units of the documentation and of the packages, read by systemd. */
import { expect } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packageUnit } from '../../.ci/release/packages/contents'
import { run } from '../../.ci/release/run'
import { releaseTest } from './support/release-test'

const folder = resolve(import.meta.dir, '../../docs/deploy')
const needs = { programs: ['systemd-analyze'] }
/** Of ten: 0 is an isolated service. */
const maxExposure = 1.7

const names = ['quire.service', 'quire-backup.service', 'quire-backup.timer']
const documented = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

releaseTest('units are accepted by systemd', needs, () => {
  for (const [name, text] of [...documented, ['quire.service', packageUnit] as const]) {
    const file = join(mkdtempSync(join(tmpdir(), 'units-')), name)
    writeFileSync(file, text.replaceAll(/\/usr\/(local\/)?bin\/quire/g, '/bin/true'))
    const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', file])
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  }
})

releaseTest(`the exposure of the service is at most ${maxExposure}`, needs, () => {
  const file = join(mkdtempSync(join(tmpdir(), 'units-')), 'quire.service')
  writeFileSync(file, packageUnit)
  const shown = run(['systemd-analyze', 'security', '--offline=true', '--no-pager', file])
  const exposure = /Overall exposure level for quire\.service: ([\d.]+)/.exec(shown)?.[1]
  expect(Number(exposure)).toBeGreaterThan(0)
  expect(Number(exposure)).toBeLessThanOrEqual(maxExposure)
})
