/** Numbers whose place in the name decides what they count. */
import { expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'

type Expected = Partial<ReturnType<typeof parseName>>

test.each<[string, string, Expected]>([
  ['', '1932 - Brave New World.epub', { series: '1932 - Brave New World' }],
  ['Solo Leveling', '01 - Solo Leveling.epub', { series: 'Solo Leveling', chapter: 1 }],
  ['Shadow Slave', '0013 - Shadow Slave.epub', { chapter: 13 }],
  ['Harbor', '034 Beach - Bonus 2.cbz', { special: false }],
  ['George Orwell', '1984 - George Orwell.epub', { series: '1984', chapter: null }],
  ['George Orwell/1984 (7)', '1984 - George Orwell.epub', { series: '1984' }],
  // Otherwise the number and the words are the title.
  ['', '2001 - A Space Odyssey.epub', { series: '2001 - A Space Odyssey' }],
  ['', '1984 - George Orwell.cbz', { series: '1984 - George Orwell' }],
  ['', '01 - Dark Omen.epub', { series: null, chapter: 1, title: 'Dark Omen' }],
  ['', '101 - Dark Omen.epub', { chapter: 101, title: 'Dark Omen' }],
  ['Perry Rhodan', '1984 - Geheimer Plan.epub', { series: '1984 - Geheimer Plan' }],
  ['Shadow Slave', '13 - Dark Omen.epub', { series: 'Shadow Slave', chapter: 13 }],
  // Series with many novels.
  ['Perry Rhodan', 'Perry Rhodan 2050 - Der Plan.epub', { chapter: 2050, title: 'Der Plan' }],
  ['Perry Rhodan', 'Perry Rhodan 2050 - Der Plan.cbz', { chapter: null }],
  ['Science Fiction', 'Science Fiction 2019 Stories.epub', { chapter: null }],
])('in the folder %p, %p has a number or a title in front', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})

test.each<[string, string, Expected]>([
  ['Blade', 'Blade 22 v1.cbz', { series: 'Blade', chapter: 22, volume: 1 }],
  ['Nana', 'Nana 84 v1 [Group].cbz', { series: 'Nana', chapter: 84, volume: 1 }],
  ['', 'Blade 022 v1.cbz', { series: 'Blade', chapter: 22, volume: 1 }],
  ['', 'Blade 022 v1 (1999).cbz', { series: 'Blade', chapter: 22, volume: 1, year: 1999 }],
  // Numbers of titles.
  ['', 'Blade 22 v1.cbz', { series: 'Blade 22', chapter: null, volume: 1 }],
  ['', 'Area 51 v1.cbz', { series: 'Area 51', chapter: null, volume: 1 }],
  ['Area 51', 'Area 51 v1.cbz', { series: 'Area 51', chapter: null, volume: 1 }],
  ['', 'Ranma 1-2 v03.cbz', { series: 'Ranma 1-2', chapter: null, volume: 3 }],
  ['Ranma', 'Ranma 1-2 v03.cbz', { chapter: null, volume: 3 }],
  ['', 'District 9 v1.cbz', { series: 'District 9', chapter: null, volume: 1 }],
  ['', 'Cyborg 009 v1.cbz', { series: 'Cyborg 009', chapter: null, volume: 1 }],
  ['Ultimates', 'Ultimates 2 v1.cbz', { chapter: null, volume: 1 }],
  ['Batman', "Batman '66 v1.cbz", { chapter: null, volume: 1 }],
  ['Ghost Rider', 'Ghost Rider 2099 v1.cbz', { chapter: null, volume: 1 }],
])('in the folder %p, %p has a number before the volume', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})

test.each<[string, string, Expected]>([
  ['', 'Criminal Volume 6 - Last of the Innocent 04 (2011).cbz', { volume: 6, chapter: 4 }],
  ['', 'Criminal v6 - Last of the Innocent 04 (of 04) (2011).cbz', { volume: 6, chapter: 4 }],
  ['', 'Criminal v6 - Last of the Innocent 4 (2011).cbz', { volume: 6, chapter: null }],
  ['', 'Criminal v6 - Last of the Innocent 04.cbz', { volume: 6, chapter: null }],
  ['Mushishi', 'Mushishi 09 - 045.cbz', { volume: 9, chapter: 45, chapterEnd: null }],
  ['', 'Mushishi 09 - 045 - Winter.cbz', { series: 'Mushishi', volume: 9, chapter: 45 }],
  ['', 'Mushishi 009 - 045.cbz', { volume: null, chapter: 9, chapterEnd: 45 }],
  ['', 'Mushishi c09 - 045.cbz', { volume: null, chapter: 9, chapterEnd: 45 }],
  ['', 'Mushishi 09 - 100.cbz', { volume: null, chapter: 9, chapterEnd: 100 }],
])('in the folder %p, %p has a number behind the volume', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})

test.each<[string, string, Expected]>([
  ['Le Vagabond', 'T 12 - Les contrebandiers.cbz', { volume: 12, title: 'Les contrebandiers' }],
  ['', 'Le Vagabond - T 12 - Titre.cbz', { series: 'Le Vagabond', volume: 12, title: 'Titre' }],
  ['', 'Le Vagabond - T 12.cbz', { series: 'Le Vagabond', volume: 12 }],
  ['', 'Mr. T 12.cbz', { series: 'Mr. T', volume: null, chapter: 12 }],
  ['', 'The A-Team - T 800 - Titre.cbz', { volume: null }],
  ['', 'Model T 12 - Titre.cbz', { series: 'Model T', volume: null }],
  ['Spy x Family', 'Spy x Family Mission：100.zip', { chapter: 100 }],
  ['Spy x Family', 'Mission: 100 - Title.zip', { chapter: 100, title: 'Title' }],
  ['', 'Torpedo 1936 - Integral 1.cbr', { series: 'Torpedo 1936 - Integral', volume: 1 }],
  ['', '20 ans de ferme - Intégrale 2.cbz', { volume: 2, chapter: null }],
  ['', 'Harbor 12 - Bonus 2.cbz', { special: false, chapter: 12 }],
])('in the folder %p, %p has a word before the number', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})

test.each<[string, Expected]>([
  ['Micky Maus 1978 Heft 14.cbr', { series: 'Micky Maus', chapter: 14, year: 1978 }],
  ['Topolino 1978 numero 14.cbr', { series: 'Topolino', chapter: 14, year: 1978 }],
  ['Retro Gamer Issue 241, 2022.pdf', { series: 'Retro Gamer', chapter: 241, year: 2022 }],
  ['Byte 1985-09 (Vol 10 No 9).pdf', { volume: 10, chapter: 9, year: 1985 }],
  ['Geographic - August 1985 (Vol. 168, No. 2).pdf', { volume: 168, chapter: 2, year: 1985 }],
  ['Nature (No. 5).pdf', { chapter: null }],
  ['Harbor v02 (Group No. 5).cbz', { volume: 2, chapter: null }],
])('in the name of a magazine, %p has a year or a volume', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})

test.each<[string, Expected]>([
  ['[Discworld 05] Sourcery.epub', { series: 'Discworld', chapter: 5, title: 'Sourcery' }],
  ['[Discworld 05] - Sourcery.epub', { series: 'Discworld', chapter: 5, title: 'Sourcery' }],
  ['(The Witcher #1) Blood of Elves.mobi', { series: 'The Witcher', title: 'Blood of Elves' }],
  ['[The Witcher 0.5] Last Wish (1993).epub', { series: 'The Witcher', chapter: 0.5, year: 1993 }],
  ['[Group 12] Harbor v02.cbz', { series: 'Harbor', volume: 2, chapter: null }],
  ['[Group 12] Harbor v02.epub', { series: 'Harbor', volume: 2 }],
  ['[Group 12] Harbor Chapter 6.epub', { series: 'Harbor', chapter: 6 }],
  ['[Group 7] Harbor 2015 May.epub', { series: 'Harbor', chapter: null, year: 2015 }],
  ['[Vol. 12] Harbor.epub', { volume: 12 }],
  ['[2019] Harbor.epub', { series: 'Harbor', year: 2019 }],
])('%p has the series of a novel in front', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})
