/** `export.json`, which describes an export. */
import { readInstallation } from '../../platform/db/installation'
import type { Db } from '../../platform/db/store'
import { release } from '../../version'
import { exportVersion } from './line-kinds'

export const headerName = 'export.json'

export async function formatHeader(db: Db, createdAt: Date, more: object): Promise<string> {
  const header = {
    quireExport: exportVersion,
    version: release,
    createdAt,
    installation: (await readInstallation(db, 'instance_id')) ?? null,
    ...more,
  }
  return `${JSON.stringify(header, undefined, 2)}\n`
}
