import { type Applied, findPending, type Migration } from './migrate'

/** The work that is necessary before the database can be used. */
export interface MigrationPlan {
  /** The database is empty or does not exist. */
  isNew: boolean
  pending: readonly Migration[]
  /** A newer version has migrated the database, but this version can still use it. */
  isNewer: boolean
  /** Number of running processes that must stop before the pending migrations can be applied. */
  olderPrograms: number
}

export const createEmptyPlan = (migrations: readonly Migration[]): MigrationPlan => ({
  isNew: true,
  pending: migrations,
  isNewer: false,
  olderPrograms: 0,
})

export const createPlan = (
  applied: Applied[],
  migrations: readonly Migration[],
  writtenBy?: string,
): MigrationPlan => ({
  isNew: false,
  pending: findPending(applied, migrations, { version: writtenBy }),
  isNewer: applied.length > migrations.length,
  olderPrograms: 0,
})

/** Message for a plan that is `isNewer`. */
export const newerPlanText =
  'A newer version of Quire has added to the database. This version can still use it.'
