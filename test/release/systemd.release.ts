/** The units of the documentation, read by systemd. Skipped where systemd-analyze is missing. */
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dir, '../../docs/deploy')

test.skipIf(Bun.which('systemd-analyze') === null)('units are accepted by systemd', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'units-'))
  for (const name of ['quire.service', 'quire-backup.service', 'quire-backup.timer']) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(scratch, name), text.replaceAll('/usr/local/bin/quire', '/bin/true'))
    const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', join(scratch, name)])
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  }
})
