/** The libraries in the sidebar. */
import { expect, test } from 'bun:test'
import { findByRole, listNames } from '../support/find'
import { api, open, usePage } from '../support/page'
import { answerHome } from '../support/world/home'
import { admin, reader } from '../support/world/people'
import { createLibrary, createSeries } from '../support/world/works'

usePage()

const libraries = [
  createLibrary('Comics'),
  { ...createLibrary('Later'), seriesCount: 0, bookCount: 0 },
]

async function listLibraries(user: Parameters<typeof open>[1]) {
  answerHome([createSeries('Anchor', 1)])
  api.on('get', '/api/v1/libraries', libraries)
  await open('/', user)
  await findByRole('link', /Comics/)
  return listNames('link').filter((name) => /Comics|Later/.test(name))
}

test('those without a series that a reader may see are left out', async () => {
  expect(await listLibraries(reader)).toHaveLength(1)
})

test('those who manage libraries see empty ones', async () => {
  expect(await listLibraries(admin)).toHaveLength(2)
})
