import { expect, test } from 'bun:test'
import { fillPage } from '../../src/web/page'

const html = '<head></head><body><div id="root"></div><!--waiting--></body>'
const page = (screen: string | null) =>
  fillPage(
    { html, assets: [], preloads: {}, languages: [] },
    {
      basePath: '',
      screen,
      appearance: { theme: null, language: 'en' },
      boot: { user: null, setupRequired: false, version: '1', languages: [], latestEvent: '0' },
      questions: [],
      answers: new Map(),
      covers: [],
    },
  )

test('a screen in the frame is awaited in its shape, without a style or script inside', () => {
  expect(page('library')).toMatch(/<div id="waiting" aria-hidden="true">.*<i><\/i>/s)
  expect(page('home')).toContain('<b></b>')
  expect(page('series')).toContain('id="waiting"')
  expect(page('series')).not.toContain('<i>')
  for (const screen of ['home', 'library', 'series'])
    expect(page(screen)).not.toMatch(/style|onload/)
})

test('nothing stands for screens without a frame, nor for what is none', () => {
  for (const screen of ['login', 'setup', 'read', null]) {
    expect([screen, page(screen)]).toEqual([screen, expect.not.stringContaining('waiting')])
  }
})
