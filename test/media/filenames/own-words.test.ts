/** Words that only some series use for their chapters, and numbers that belong to titles. */
import { expect, test } from 'bun:test'
import { hasNamedChapter, parseName } from '../../../src/media/filenames/filenames'

type Expected = Partial<ReturnType<typeof parseName>>

test.each<[string, string, Expected]>([
  // Directly behind the name of the folder.
  ['Gintama', 'Gintama Lesson 704.cbz', { chapter: 704 }],
  ['Gintama', 'Gintama - Lesson 4.cbz', { chapter: 4 }],
  ['Gintama', 'Gintama - Lesson 704 - Farewell.cbz', { chapter: 704, title: 'Farewell' }],
  ['Gintama', 'Gintama Lesson 704 Farewell.cbz', { chapter: 704, title: 'Farewell' }],
  ['Gintama', '[Group] Gintama Lesson.12v2.cbz', { chapter: 12 }],
  ['Gintama', 'Gintama Lesson 12-13.cbz', { chapter: 12, chapterEnd: 13 }],
  ['Bakuman.', 'Bakuman. Page 176.cbz', { chapter: 176 }],
  ['Saijaku Muhai', 'Saijaku Muhai Quest 12.cbz', { chapter: 12 }],
  ['Code Blue', 'Code Blue (2019) - Case 3.cbz', { chapter: 3 }],
  ['Gintama', 'Gintama - Lesson 12 v2.cbz', { volume: null, chapter: 12, revision: 2 }],
  ['Gintama', 'Lesson 704 v2.cbz', { volume: null, chapter: 704, revision: 2 }],
  // Behind a volume.
  ['Claymore', 'Claymore v27 Scene 155.cbz', { volume: 27, chapter: 155 }],
  ['Claymore', 'Claymore v27 - Scene 155 - Warriors.cbz', { volume: 27, chapter: 155 }],
  ['Claymore', 'Vol. 2 Scene 8 The Black Card.cbz', { volume: 2, chapter: 8 }],
  ['Claymore', 'Vol. 2 Scene 12 The Black Card.cbz', { volume: 2, chapter: 12 }],
  ['Claymore', '[S2] Act 3.cbz', { season: 2, chapter: 3 }],
  // At the beginning.
  ['Claymore', 'Scene 12 The Endless Gravestones.cbz', { series: 'Claymore', chapter: 12 }],
  ['Spy x Family', 'Mission 98.cbz', { series: 'Spy x Family', chapter: 98 }],
  ['Spy x Family', 'Mission 98.5 - Short.cbz', { chapter: 98.5, title: 'Short' }],
  ['Sailor Moon', 'Acte 3 - Rei.cbz', { chapter: 3, title: 'Rei' }],
  ['Naruto', 'Lección 12.cbz', { series: 'Naruto', chapter: 12 }],
  // Behind a dash.
  ['', 'Bakuman - Page 176.cbz', { series: 'Bakuman', chapter: 176 }],
  ['', 'Hajime no Ippo - Round 1386 [KYM].zip', { series: 'Hajime no Ippo', chapter: 1386 }],
  ['', 'Reborn! - Target 9 - Arrival.cbz', { series: 'Reborn!', chapter: 9, title: 'Arrival' }],
  ['', 'Kuro - Question 7 (2019).cbz', { series: 'Kuro', chapter: 7, year: 2019 }],
  ['', 'Sailor Moon - Akt 12 - Pluto.cbz', { series: 'Sailor Moon', chapter: 12 }],
  // In Japanese.
  ['', '銀魂 第704訓.zip', { series: '銀魂', chapter: 704 }],
  ['', '銀魂 第七百四訓.zip', { series: '銀魂', chapter: 704 }],
  ['', 'D.Gray-man 第221夜 夜明け.zip', { series: 'D.Gray-man', chapter: 221, title: '夜明け' }],
  ['食堂', '第3皿目.zip', { series: '食堂', chapter: 3 }],
])('in the folder %p, %p counts chapters', (folder, name, expected) => {
  const parsed = parseName(name, folder || undefined)
  expect(parsed).toMatchObject(expected)
  const isByWord = expected.chapter !== undefined
  expect(hasNamedChapter(parsed)).toBe(isByWord)
})

test.each<[string, string, Expected]>([
  ['', 'Act-Age 003.cbz', { series: 'Act-Age', chapter: 3 }],
  ['', 'Stage Fright 2.cbz', { series: 'Stage Fright', chapter: 2 }],
  ['', 'Love Stage 3.cbz', { series: 'Love Stage', chapter: 3 }],
  ['', 'Vol de nuit 064.cbz', { series: 'Vol de nuit', chapter: 64 }],
  ['', 'Sister Act 120.cbz', { series: 'Sister Act', chapter: 120 }],
  ['', 'Love Lesson 012.cbz', { series: 'Love Lesson', chapter: 12 }],
  ['Love Lesson', 'Love Lesson 012.cbz', { series: 'Love Lesson', chapter: 12 }],
  ['Star Wars - Mission', 'Star Wars - Mission 3.cbz', { series: 'Star Wars - Mission' }],
  ['Page', 'Page 12 v2.cbz', { volume: 2 }],
  ['', 'Private Lesson 12.cbz', { series: 'Private Lesson', chapter: 12 }],
  ['', 'Dragon Quest 120.cbz', { series: 'Dragon Quest', chapter: 120 }],
  ['', 'Sister Act 2 003.cbz', { series: 'Sister Act 2', chapter: 3 }],
  ['', 'Fate stay night 05.cbz', { series: 'Fate stay night', chapter: 5 }],
  ['', 'Initial D - First Stage 3.cbz', { series: 'Initial D - First Stage', chapter: 3 }],
  ['', 'Mission 98.cbz', { chapter: 98 }],
  ['Batman', 'Batman 34 - Act 2.cbz', { chapter: 34 }],
  ['Batman', 'Batman 034 - Round 2.cbz', { chapter: 34, title: 'Round 2' }],
  ['Batman', 'Batman #34 - Night 2.cbz', { chapter: 34, title: 'Night 2' }],
  ['Batman', 'Batman - Act 2 034.cbz', { chapter: 34 }],
  ['Batman', 'Batman - Round 2 Begins.cbz', {}],
  ['Batman', 'Batman v02 - Night of Owls.cbz', { volume: 2, chapter: null }],
  ['Act-Age', 'Act-Age 12.cbz', { chapter: 12 }],
  ['Page', 'Page 12.cbz', { series: 'Page', chapter: 12 }],
  ['The Stage', 'The Stage 12 - Act 2.cbz', { chapter: 12, title: 'Act 2' }],
  ['', '100夜 3.zip', { series: '100夜', chapter: 3 }],
  ['', '霧の港 第3版.zip', { chapter: null }],
])('in the folder %p, the words of %p belong to titles', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})

test.each<[string, string, Expected]>([
  ['Fables', 'Fables - 1001 Nights of Snowfall.cbz', { chapter: null }],
  ['Fables', 'Fables - 1001 Nights of Snowfall (2006) (HC).cbz', { chapter: null, year: 2006 }],
  ['Fables', 'Fables 1001 Nights of Snowfall.cbz', { chapter: null }],
  ['Fables', 'Fables - 1001 Nights of Snowfall 02.cbz', { chapter: 2 }],
  ['', 'Fables - 1001 Nights of Snowfall.cbz', { chapter: null }],
  ['Batman', 'Batman - 66 Ways to Die.cbz', { chapter: null }],
  ['Conan', 'Conan - 20 Nights.cbz', { chapter: null }],
  ['', 'Sin City - 100 Tales.cbz', { series: 'Sin City - 100 Tales', chapter: null }],
  ['Donjon', 'Donjon - 101 Nuits.cbz', { chapter: null }],
  ['Astérix', "Astérix - 12 travaux d'Astérix.cbz", { chapter: null }],
  ['Dylan Dog', 'Dylan Dog - 7 giorni nel buio.cbz', { chapter: null }],
  ['Tintin', 'Tintin - 80 Tage.cbz', { chapter: null }],
  ['Naruto', 'Naruto - 3 Years Later.cbz', { chapter: null }],
  // Numbers of chapters.
  ['One Piece', 'One Piece - 1001 Battle of the Monsters.cbz', { chapter: 1001 }],
  ['One Piece', 'One Piece 1001 - Nights of Battle.cbz', { chapter: 1001 }],
  ['Lucky Luke', 'Lucky Luke - 45 Daltons in Love.cbz', { chapter: 45 }],
  ['Berserk', 'Berserk - 012 Days.cbz', { chapter: 12 }],
  ['Berserk', 'Berserk 12 Days.cbz', { chapter: 12 }],
])('in the folder %p, the number of %p counts what it counts', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})
