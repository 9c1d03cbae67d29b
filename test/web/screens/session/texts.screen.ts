/** Texts that are loaded in parts. */
import { afterEach, expect, test } from 'bun:test'
import { i18n } from '@lingui/core'
import { catalogues } from 'virtual:catalogues'
import { formatScheduleTime } from '../../../../src/web/ui/screens/settings/shared/schedule/schedule-labels'
import { loadNeededParts, needPart, withTexts } from '../../../../src/web/ui/i18n/catalogue-parts'
import { t } from '../../../../src/web/ui/i18n/i18n'

const language = 'xx'
const before = i18n.locale || 'en'

afterEach(() => {
  delete catalogues[language]
  i18n.activate(before)
})

const load = (text: string) => async () => ({ messages: { [text]: text.toUpperCase() } })

test('a module that comes while a language is loaded has its texts', async () => {
  const early = Promise.withResolvers<void>()
  catalogues[language] = {
    early: () => early.promise.then(load('early')),
    late: load('late'),
  }
  needPart('early')
  const loading = loadNeededParts(language)
  needPart('late')
  early.resolve()
  await loading
  i18n.activate(language)
  expect(i18n.messages).toMatchObject({ early: 'EARLY', late: 'LATE' })
})

test('a part that cannot be loaded does not keep back the others', async () => {
  catalogues[language] = {
    missing: () => Promise.reject(new TypeError('unreachable')),
    slow: () => Bun.sleep(20).then(load('slow')),
  }
  i18n.activate(language)
  needPart('missing')
  needPart('slow')
  await withTexts(Promise.resolve())
  expect(i18n.messages).toMatchObject({ slow: 'SLOW' })
})

test('J28: the time of a schedule is formatted as in the region', () => {
  const languages = navigator.languages
  try {
    i18n.activate('en')
    Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true })
    expect(formatScheduleTime(15)).toBe('15:00')
  } finally {
    Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
  }
})

test('a text with a context has a translation of its own', async () => {
  catalogues[language] = {
    counted: async () => ({ messages: { Series: 'Serien', 'one|Series': 'Serie' } }),
  }
  needPart('counted')
  await loadNeededParts(language)
  i18n.activate(language)
  expect(t('Series')).toBe('Serien')
  expect(t('Series', { context: 'one' })).toBe('Serie')
  expect(t('Series', { context: 'unknown' })).toBe('Series')
})

test('English texts do not show their context', () => {
  i18n.activate('en')
  expect(t('Series', { context: 'one' })).toBe('Series')
})
