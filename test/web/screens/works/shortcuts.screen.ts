/** Keys of a screen while a dialog is open. */
import { expect, test } from 'bun:test'
import { pressKey } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

test('keys do nothing behind a native dialog', async () => {
  const series = createSeries('Tides')
  answerSeriesPage(series, [createBook('One', 1)])
  api.on('post', '/api/v1/want-to-read', () => null as never)
  await open(`/series/${series.id}`)
  await findByRole('button', 'Want to read')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.showModal()
  pressKey('w', dialog)
  dialog.close()
  expect(api.changes).toEqual([])

  pressKey('w', document.body)
  await waitFor(() => api.changes.length > 0, 'the change')
  expect(api.changes).toEqual([sent('post', '/api/v1/want-to-read', { seriesId: series.id })])
  dialog.remove()
})
