/** URLs of missing or inaccessible items show an error and a link or button to continue. */
import { test } from 'bun:test'
import { writeLibrary } from './generate-library'
import { startWorld } from './world'

const seriesCount = 3
const world = startWorld({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const nobody = '01a1fdc4-0439-7419-b25d-000000000000'

test('a missing library and a missing book show an error, in the library and in the reader', async () => {
  const { page, context } = await world.at(`/library?library=${nobody}`, { mayBreakRules: true })
  await page.getByRole('heading', { name: 'Library not found' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'All libraries' }).click()
  await page.locator('[data-cover]').first().waitFor()
  await page.goto(`${world.quire.url}/read/${nobody}`)
  await page.getByRole('heading', { name: 'Book not found' }).waitFor()
  await page.getByRole('button', { name: 'Close book' }).waitFor()
  await context.close()
}, 60_000)

test('after adding a library, the form to add one is empty again', async () => {
  const libraries = await world.signedIn()
  const answer = await libraries.context.request.get(`${world.quire.url}/api/v1/libraries`)
  const [library] = (await answer.json()) as { id: string }[]
  await libraries.context.close()
  const { page, context } = await world.at(`/add-library?added=${library!.id}`)
  await page.getByRole('heading', { name: 'Scan complete' }).waitFor()
  await page.getByRole('link', { name: 'Add library' }).click()
  await page.getByRole('button', { name: 'Use this folder' }).waitFor()
  await page.getByRole('heading', { name: 'Add library' }).waitFor()
  await context.close()
}, 60_000)
