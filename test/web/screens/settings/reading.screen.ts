/** The reading settings of a user. */
import { expect, test } from 'bun:test'
import { readerDefaults } from '../../../../src/reading/preferences/preference-keys'
import { tapZoneLabels } from '../../../../src/web/ui/labels/reader-labels'
import { isChecked } from '../support/act'
import { findByRole } from '../support/find'
import { api, open, usePage } from '../support/page'

usePage()

test('what nobody has set is shown as the reader does it', async () => {
  api.on('get', '/api/v1/reading-profiles', { profiles: [] } as never)
  await open('/settings/reading')
  const zones = await findByRole('combobox', 'Tap zones')
  expect(zones.textContent).toContain(tapZoneLabels()[readerDefaults['reader.tapZones']])
  const text = await findByRole('switch', 'Selectable text')
  expect(isChecked(text)).toBe(readerDefaults['reader.textLayer'])
})
