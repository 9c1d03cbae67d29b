import { expect, test } from 'bun:test'
import { isSameOrigin } from '../../../../src/web/ui/screens/login/is-same-origin'

test('after sign-in, only URLs of the application are opened', () => {
  for (const path of ['/', '/library?sort=name#top', '/people/A%2FB', '/series//x']) {
    expect([path, isSameOrigin(path)]).toEqual([path, true])
  }
  for (const path of [
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    '/library/..//elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    'library',
    '',
  ]) {
    expect([path, isSameOrigin(path)]).toEqual([path, false])
  }
})
