/** What Codex knows and Quire does not take. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { countForeignRows, listCounted } from '../left-out'
import { type CoverSource, countMissingCodexCovers } from './codex-covers'
import { countSmartCollections } from './codex-lists'

const name = sourceNames.codex
const settingTables = ['user_preferences', 'filter_presets', 'user_series_reader_settings']

export function listCodexLeftOut(source: CoverSource): Message[] {
  const { db } = source
  return listCounted(name, [
    [countForeignRows(db, 'reading_sessions'), leftOutMessages.reading_times],
    [countSmartCollections(db), leftOutMessages.smart_collections],
    [countMissingCodexCovers(source), leftOutMessages.chosen_covers],
    [countSettings(db), leftOutMessages.settings],
    [countForeignRows(db, 'api_keys'), leftOutMessages.api_keys],
  ])
}

const countSettings = (db: ForeignDatabase): number =>
  settingTables.reduce((sum, table) => sum + countForeignRows(db, table), 0)
