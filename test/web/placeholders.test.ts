import { expect, test } from 'bun:test'
import { fillPage } from '../../src/web/page'

const html = '<head></head><body><div id="root"></div><!--waiting--></body>'
const buildPage = (screen: string | null) =>
  fillPage(
    { html, assets: [], preloads: {}, languages: [] },
    {
      basePath: '',
      screen,
      appearance: { theme: null, language: 'en' },
      boot: {
        user: null,
        setupRequired: false,
        version: '1',
        languages: [],
        branding: { name: 'Quire', color: null },
        latestEvent: '0',
      },
      questions: [],
      answers: new Map(),
      covers: [],
    },
  )

test('contains a placeholder in the shape of the screen, without styles or scripts', () => {
  expect(buildPage('library')).toMatch(/<div id="waiting" aria-hidden="true">.*<i><\/i>/s)
  expect(buildPage('home')).toContain('<b></b>')
  expect(buildPage('series')).toContain('id="waiting"')
  expect(buildPage('series')).not.toContain('<i>')
  for (const screen of ['home', 'library', 'series'])
    expect(buildPage(screen)).not.toMatch(/style|onload/)
})

test('contains no placeholder for screens without a frame or unknown screens', () => {
  for (const screen of ['login', 'setup', 'read', null]) {
    expect([screen, buildPage(screen)]).toEqual([screen, expect.not.stringContaining('waiting')])
  }
})
