/** Changes that are shown at once, and sent in their order. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, isChecked, press } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findText, listNames, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { answerSeriesPage } from '../support/world/work-pages'
import { createBook, createSeries } from '../support/world/works'

usePage()

const tides = createSeries('Tides')
const path = '/api/v1/series/{id}/tracking'
const tracked = (isTracked: boolean) =>
  sent('patch', path, { tracked: isTracked }, { id: tides.id })

/** Opens the details. The server keeps the state, and answers changes once `answer` is called. */
async function openDetails() {
  let series = tides
  const waiting: (() => void)[] = []
  answerSeriesPage(series, [createBook('One', 1), createBook('Two', 2)])
  api.on('get', '/api/v1/series/{id}', () => series)
  api.onSlow('patch', path, async ({ body }) => {
    await new Promise<void>((resolve) => void waiting.push(resolve))
    series = { ...series, tracked: (body as { tracked: boolean }).tracked }
    return {} as Schemas['Tracking']
  })
  await open(`/series/${tides.id}?tab=details`)
  const track = await findByRole('switch', 'Track releases')
  const answer = async () => {
    await waitFor(() => waiting.length > 0, 'a request')
    waiting.shift()!()
  }
  return { track, answer }
}

test('a switch changes at once, and its changes are sent one after the other', async () => {
  const { track, answer } = await openDetails()
  press(track)
  await waitFor(() => isChecked(track), 'the switch')
  press(track)
  await waitFor(() => !isChecked(track), 'the switch')
  expect(api.changes).toEqual([tracked(true)])
  await answer()
  await waitFor(() => api.changes.length === 2, 'the second request')
  expect(isChecked(track)).toBe(false)
  await answer()
  await findText('Stopped tracking releases')
  expect(api.changes).toEqual([tracked(true), tracked(false)])
  expect(isChecked(track)).toBe(false)
})

test('an answer to an earlier request does not turn a switch back', async () => {
  const { track, answer } = await openDetails()
  for (const isOn of [true, false, true]) {
    press(track)
    await waitFor(() => isChecked(track) === isOn, 'the switch')
  }
  for (const count of [1, 2, 3]) {
    await waitFor(() => api.changes.length === count, 'the next request')
    await answer()
    expect(isChecked(track)).toBe(true)
  }
  await findText('Tracking releases')
  expect(api.changes).toEqual([tracked(true), tracked(false), tracked(true)])
})

test('a refused change is reported, and the state of the server is shown', async () => {
  const { track } = await openDetails()
  api.refuse('patch', path, 403, { error: 'forbidden', message: 'Forbidden' })
  press(track)
  await findText('You don’t have permission to do this')
  await waitFor(() => !isChecked(track), 'the state of the server')
})

test('rows of home are moved as fast as they are pressed, and the last order is saved', async () => {
  answerHome([tides])
  let kept: Schemas['ScopedPreferences'] = { scope: 'user', id: null, preferences: {} }
  const waiting: (() => void)[] = []
  api.on('get', '/api/v1/preferences', () => kept)
  api.onSlow('patch', '/api/v1/preferences', async ({ body }) => {
    await new Promise<void>((resolve) => void waiting.push(resolve))
    const { preferences } = body as Schemas['ScopedPreferencesRequest']
    kept = { ...kept, preferences: { ...kept.preferences, ...preferences } } as typeof kept
    return kept
  })
  await open('/')
  await click('button', 'Customize Home')
  const dialog = await findByRole('dialog')
  const getPlace = () => listNames('switch', dialog).indexOf('New series')
  const first = await waitFor(() => getPlace() > 1 && getPlace(), 'the rows')
  for (let place = first - 1; place >= 0; place -= 1) {
    await click('button', 'Move New series up', dialog)
    await waitFor(() => getPlace() === place, `place ${place}`)
  }
  expect(api.changes).toHaveLength(1)
  for (let answered = 0; answered < first; answered += 1) {
    await waitFor(() => waiting.length > 0, 'a request')
    waiting.shift()!()
    expect(getPlace()).toBe(0)
  }
  await waitFor(() => kept.preferences['home.order']?.[0] === 'newSeries', 'the order')
  expect(api.changes).toHaveLength(first)
  expect(getPlace()).toBe(0)
})
