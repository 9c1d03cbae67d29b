/**
 * Ways in which people organize their files, with the series that they expect. They follow the
 * conventions of manga readers, collectors of western comics, calibre and download folders.
 */
import type { EpubFacts, Layout } from './layout'

/** Lines of `expected` are `path | volume chapter`; `-` means none. `…/` is a folder of images. */
const layout = (
  name: string,
  expected: Record<string, string[]>,
  more: Pick<Layout, 'epubs' | 'known'> = {},
): Layout => ({ name, expected, ...more })

const tolkien = (title: string, index?: number): EpubFacts => ({
  title,
  author: 'J. R. R. Tolkien',
  ...(index !== undefined && { series: 'The Lord of the Rings', index }),
})

const manga: Layout[] = [
  layout('volumes in one folder', {
    Berserk: ['Berserk/Berserk v01.cbz | 1 -', 'Berserk/Berserk v02.cbz | 2 -'],
  }),
  layout('a folder for each volume, with its chapters', {
    Berserk: [
      'Berserk/Volume 1/Berserk c001.cbz | 1 1',
      'Berserk/Volume 1/Berserk c002.cbz | 1 2',
      'Berserk/Volume 2/Berserk c003.cbz | 2 3',
    ],
  }),
  layout('A2: Vol. folders', {
    Monster: ['Monster/Vol. 1/Monster 001.cbz | 1 1', 'Monster/Vol. 3/Monster 020.cbz | 3 20'],
  }),
  layout('A2: Specials beside volumes', {
    Beastars: ['Beastars/Beastars v01.cbz | 1 -', 'Beastars/Specials/Beastars SP01.cbz | - -'],
  }),
  layout('A2: Extras beside volumes', {
    Hyouka: ['Hyouka/Hyouka v01.cbz | 1 -', 'Hyouka/Extras/Hyouka - Side Story.cbz | - -'],
  }),
  layout('A2: a folder of one chapter', {
    Dorohedoro: ['Dorohedoro/Chapter 1/Dorohedoro c001.cbz | - 1'],
  }),
  layout('A2: chapters in season folders', {
    'Tower of God': [
      'Tower of God/Season 1/Tower of God 001.cbz | 1 1',
      'Tower of God/Season 2/Tower of God 081.cbz | 2 81',
    ],
  }),
  layout('A2: a folder named like its parent', {
    Vinland: ['Vinland/Vinland/Vinland v01.cbz | 1 -', 'Vinland/Vinland v02.cbz | 2 -'],
  }),
  layout('A2: volume folders that repeat the name', {
    Naruto: [
      'Naruto/Naruto Vol. 1/Naruto c001.cbz | 1 1',
      'Naruto/Naruto Vol. 2/Naruto c008.cbz | 2 8',
    ],
  }),
  layout('series, volume and chapter folders with images', {
    Akira: ['Akira/Volume 1/Chapter 1/ | 1 1', 'Akira/Volume 1/Chapter 2/ | 1 2'],
  }),
  layout('interface 21: a folder of images beside archives', {
    'Kagetsu no Yume': [
      'Kagetsu no Yume/Kagetsu no Yume 010.cbz | - 10',
      'Kagetsu no Yume/Kagetsu no Yume 011/ | - 11',
    ],
  }),
  layout('interface 21: images one folder deeper', {
    'Kagetsu no Yume': [
      'Kagetsu no Yume/Kagetsu no Yume 010.cbz | - 10',
      'Kagetsu no Yume/Kagetsu no Yume 011/Kagetsu no Yume 011/ | - 11',
    ],
  }),
  layout('one folder of images in the root', { Solanin: ['Solanin Oneshot/ | - -'] }),
  layout('numbered folders', {
    Pluto: ['Pluto/01/Pluto c001.cbz | - 1', 'Pluto/02/Pluto c009.cbz | - 9'],
  }),
  layout('story arcs whose files name the series', {
    'One Piece': [
      'One Piece/East Blue/One Piece 001.cbz | - 1',
      'One Piece/Alabasta/One Piece 155.cbz | - 155',
    ],
  }),
  layout('numbered story arcs', {
    Bleach: ['Bleach/01 - Substitute/001.cbz | - 1', 'Bleach/02 - Soul Society/071.cbz | - 71'],
  }),
  layout('a year behind the series', {
    'Chainsaw Man': ['Chainsaw Man (2018)/Chainsaw Man v01 (2020) (Digital).cbz | 1 -'],
  }),
  layout('volumes and loose chapters', {
    'Blue Box': ['Blue Box/Blue Box v01.cbz | 1 -', 'Blue Box/Chapters/Blue Box c120.cbz | - 120'],
  }),
  layout('an omnibus beside volumes', {
    Vagabond: ['Vagabond/Vagabond v01.cbz | 1 -', 'Vagabond/Vagabond Omnibus v02.cbz | 2 -'],
  }),
  layout('a folder of omnibus editions', {
    Gantz: ['Gantz/Gantz v01.cbz | 1 -'],
    'Gantz (Omnibus)': ['Gantz/Omnibus/Gantz Omnibus v01.cbz | 1 -'],
  }),
  layout('a colored edition', {
    Bakuman: ['Bakuman/Bakuman v01.cbz | 1 -'],
    'Bakuman (Digital Colored)': ['Bakuman/Digital Colored/Bakuman v01.cbz | 1 -'],
  }),
  layout('translations in language folders', {
    'Dragon Ball (English)': ['Dragon Ball/English/Dragon Ball v01.cbz | 1 -'],
    'Dragon Ball (Deutsch)': ['Dragon Ball/Deutsch/Dragon Ball v01.cbz | 1 -'],
  }),
  layout('languages above the series', {
    Akira: ['Deutsch/Akira/Akira v01.cbz | 1 -'],
    Monster: ['Français/Monster/Monster T02.cbz | 2 -'],
  }),
  layout('a folder with another title than its files', {
    'Shingeki no Kyojin': [
      'Shingeki no Kyojin/Attack on Titan v01.cbz | 1 -',
      'Shingeki no Kyojin/Attack on Titan v02.cbz | 2 -',
    ],
  }),
  layout('sequels as series of their own', {
    Boruto: ['Boruto/Boruto v01.cbz | 1 -'],
    'Naruto Gaiden': ['Naruto/Naruto Gaiden/Naruto Gaiden c001.cbz | - 1'],
    Naruto: ['Naruto/Naruto v01.cbz | 1 -'],
  }),
  layout('Japanese volumes', { 幽游白书: ['幽游白书/第03巻/001.cbz | 3 1'] }),
  layout('French volumes', {
    'Lanfeust de Troy': ['Lanfeust de Troy/Tome 3/Lanfeust de Troy T03.cbz | 3 -'],
  }),
  layout('German volumes', {
    'Das Schloss': ['Das Schloss/Band 2/Das Schloss Kapitel 5.cbz | 2 5'],
  }),
  layout('Russian volumes', { Наруто: ['Наруто/Том 1/Наруто Глава 3.cbz | 1 3'] }),
  layout('volume ranges', {
    'Hikaru no Go': [
      'Hikaru no Go/Hikaru no Go v01-10/Hikaru no Go v01.cbz | 1 -',
      'Hikaru no Go/Hikaru no Go v11-20/Hikaru no Go v11.cbz | 11 -',
    ],
  }),
]

const western: Layout[] = [
  layout('publisher and series', {
    Saga: ['Image/Saga (2012)/Saga 001 (2012).cbz | - 1'],
    Batman: ['DC Comics/Batman/Batman 001.cbz | - 1'],
  }),
  layout('publisher, series and year of the run', {
    'Batman @2011': ['DC/Batman/2011/Batman 001.cbz | - 1'],
    'Batman @2016': ['DC/Batman/2016/Batman 001.cbz | - 1'],
  }),
  layout('runs with the year in the folder name', {
    'Hulk @1968': ['Marvel/Hulk (1968)/Hulk 102.cbz | - 102'],
    'Hulk @2008': ['Marvel/Hulk (2008)/Hulk 001.cbz | - 1'],
  }),
  layout('runs below their series', {
    'Batman @2011': ['Batman/Batman (2011)/Batman 001 (2011).cbz | - 1'],
    'Batman @2016': ['Batman/Batman (2016)/Batman 001 (2016).cbz | - 1'],
  }),
  layout('annuals in a folder', {
    Thor: ['Thor/Thor 001.cbz | - 1', 'Thor/Annuals/Thor Annual 01.cbz | - -'],
  }),
  layout('trade paperbacks in a folder', {
    Fables: ['Fables/Fables 001.cbz | - 1', 'Fables/TPB/Fables v01 - Legends in Exile.cbz | 1 -'],
  }),
  layout('issues and covers', {
    Locke: ['Locke/Issues/Locke 001.cbz | - 1', 'Locke/Covers/Locke - Variant Covers.cbz | - -'],
  }),
  layout('a publisher without series folders', {
    Saga: ['Image Comics/Saga 001.cbz | - 1', 'Image Comics/Saga 002.cbz | - 2'],
    Chew: ['Image Comics/Chew 01.cbz | - 1'],
  }),
  layout('European albums', {
    Astérix: ['Astérix/01 - Astérix le Gaulois.cbz | - 1', "Astérix/02 - La serpe d'or.cbz | - 2"],
  }),
  layout('a magazine in years', {
    'Spirou @1984': ['Spirou/1984/Spirou 2386.cbz | - 2386'],
    'Spirou @1985': ['Spirou/1985/Spirou 2438.cbz | - 2438'],
  }),
  layout('a title that is a number', { 300: ['Frank Miller/300/300 01.cbz | - 1'] }),
  layout('a comic as PDF', { Maus: ['Maus/Maus v01.pdf | 1 -', 'Maus/Maus v02.pdf | 2 -'] }),
]

const shelves: Layout[] = [
  layout('files in the root', {
    Saga: ['Saga 001.cbz | - 1', 'Saga 002.cbz | - 2'],
    'Black Hole': ['Black Hole.cbz | - -'],
  }),
  layout('one-shots in one folder', {
    Goodbye: ['One-shots/Goodbye.cbz | - -'],
    'Look Back': ['One-shots/Look Back.cbz | - -'],
  }),
  layout('the one-shot folder of another server', {
    'Look Back': ['_oneshots/Look Back.cbz | - -'],
    Solanin: ['Solanin/Solanin v01.cbz | 1 -'],
  }),
  layout('one-shots on a shelf', {
    Nijigahara: ['Manga/One-shots/Nijigahara.cbz | - -'],
    Monster: ['Manga/Monster/Monster v01.cbz | 1 -'],
  }),
  layout('a folder of downloads', {
    Saga: ['Downloads/Saga 001.cbz | - 1', 'Downloads/Saga 002.cbz | - 2'],
    'Paper Girls': ['Downloads/Paper Girls 001.cbz | - 1'],
  }),
  layout('letters', {
    Akira: ['A/Akira/Akira v01.cbz | 1 -'],
    Blame: ['B/Blame v01.cbz | 1 -', 'B/Blame v02.cbz | 2 -'],
  }),
  layout('kinds and states above the series', {
    Frieren: ['Manga/Ongoing/Frieren/Frieren v01.cbz | 1 -'],
    Emma: ['Manga/Completed/Emma/Volume 1/Emma c001.cbz | 1 1'],
  }),
  layout(
    'an unknown folder of several series',
    {
      Tintin: ['Keller/Tintin 01.cbz | - 1'],
      Spirou: ['Keller/Spirou 01.cbz | - 1'],
    },
    // `Keller/Tintin 01` looks like `Shingeki no Kyojin/Attack on Titan v01`, which is one series.
    // Only the second file shows the difference, but adding a file never moves existing books.
    { known: 'looks like one series whose files have another title' },
  ),
  layout('the volumes of one series in the root', {
    Root: ['Volume 1.cbz | 1 -', 'Volume 2.cbz | 2 -', 'Root v03.cbz | 3 -'],
  }),
]

const ebooks: Layout[] = [
  layout(
    'A11: a shelf of one series and an unrelated book',
    {
      'The Lord of the Rings': [
        'Fantasy/The Fellowship of the Ring.epub | 1 -',
        'Fantasy/The Two Towers.epub | 2 -',
        'Fantasy/The Return of the King.epub | 3 -',
      ],
      Emma: ['Fantasy/Emma.epub | - -'],
    },
    {
      epubs: {
        'The Fellowship of the Ring': tolkien('The Fellowship of the Ring', 1),
        'The Two Towers': tolkien('The Two Towers', 2),
        'The Return of the King': tolkien('The Return of the King', 3),
        Emma: { title: 'Emma', author: 'Jane Austen' },
      },
    },
  ),
  layout(
    'calibre: author, then title',
    {
      'The Lord of the Rings': [
        'J. R. R. Tolkien/The Two Towers (12)/The Two Towers - J. R. R. Tolkien.epub | 2 -',
        'J. R. R. Tolkien/The Return of the King (13)/The Return of the King - J. R. R. Tolkien.epub | 3 -',
      ],
      Roverandom: ['J. R. R. Tolkien/Roverandom (14)/Roverandom - J. R. R. Tolkien.epub | - -'],
    },
    {
      epubs: {
        'The Two Towers - J. R. R. Tolkien': tolkien('The Two Towers', 2),
        'The Return of the King - J. R. R. Tolkien': tolkien('The Return of the King', 3),
        'Roverandom - J. R. R. Tolkien': tolkien('Roverandom'),
      },
    },
  ),
  layout(
    'calibre: a book named like its series',
    {
      Dune: [
        'Frank Herbert/Dune (1)/Dune - Frank Herbert.epub | 1 -',
        'Frank Herbert/Dune Messiah (2)/Dune Messiah - Frank Herbert.epub | 2 -',
      ],
    },
    {
      epubs: {
        'Dune - Frank Herbert': {
          title: 'Dune',
          author: 'Frank Herbert',
          series: 'Dune',
          index: 1,
        },
        'Dune Messiah - Frank Herbert': {
          title: 'Dune Messiah',
          author: 'Frank Herbert',
          series: 'Dune',
          index: 2,
        },
      },
    },
  ),
  layout(
    'an author with several series',
    {
      Mistborn: ['Sanderson/The Final Empire.epub | 1 -', 'Sanderson/The Hero of Ages.epub | 3 -'],
      Stormlight: ['Sanderson/The Way of Kings.epub | 1 -'],
    },
    {
      epubs: {
        'The Final Empire': {
          title: 'The Final Empire',
          author: 'Brandon Sanderson',
          series: 'Mistborn',
          index: 1,
        },
        'The Hero of Ages': {
          title: 'The Hero of Ages',
          author: 'Brandon Sanderson',
          series: 'Mistborn',
          index: 3,
        },
        'The Way of Kings': {
          title: 'The Way of Kings',
          author: 'Brandon Sanderson',
          series: 'Stormlight',
          index: 1,
        },
      },
    },
  ),
  layout(
    'an author with numbered names only',
    {
      Mistborn: [
        'Sanderson/Mistborn 01 - The Final Empire.epub | 1 -',
        'Sanderson/Mistborn 02 - The Well.epub | 2 -',
      ],
      Elantris: ['Sanderson/Elantris.epub | - -'],
    },
    {
      epubs: {
        'Mistborn 01 - The Final Empire': {
          title: 'The Final Empire',
          author: 'Brandon Sanderson',
        },
        'Mistborn 02 - The Well': { title: 'The Well', author: 'Brandon Sanderson' },
        Elantris: { title: 'Elantris', author: 'Brandon Sanderson' },
      },
    },
  ),
  layout(
    'light novels by volume',
    {
      Overlord: ['Overlord/Overlord v01.epub | 1 -', 'Overlord/Overlord v02.epub | 2 -'],
    },
    {
      epubs: {
        'Overlord v01': {
          title: 'Overlord, Vol. 1',
          author: 'Kugane Maruyama',
          series: 'Overlord',
          index: 1,
        },
        'Overlord v02': { title: 'Overlord, Vol. 2', author: 'Kugane Maruyama' },
      },
    },
  ),
  layout(
    'formats of one series in one folder',
    {
      Spice: [
        'Spice/Spice v01.cbz | 1 -',
        'Spice/Spice v02.epub | 2 -',
        'Spice/Spice v03.pdf | 3 -',
      ],
    },
    { epubs: { 'Spice v02': { title: 'Spice 2', author: 'Isuna', series: 'Spice', index: 2 } } },
  ),
  layout(
    'titles that end in a number',
    {
      'Fahrenheit 451': ['Novels/Fahrenheit 451.epub | - -'],
      'Catch-22': ['Novels/Catch-22.epub | - -'],
    },
    {
      epubs: {
        'Fahrenheit 451': { title: 'Fahrenheit 451', author: 'Ray Bradbury' },
        'Catch-22': { title: 'Catch-22', author: 'Joseph Heller' },
      },
    },
  ),
  layout(
    'the same title by two authors',
    {
      'Persuasion @1': ['Novels/Persuasion.epub | - -'],
      'Persuasion @2': ['Novels/Other/Persuasion.epub | - -'],
    },
    {
      epubs: {
        'Novels/Persuasion': { title: 'Persuasion', author: 'Jane Austen' },
        'Novels/Other/Persuasion': { title: 'Persuasion', author: 'Someone Else' },
      },
    },
  ),
]

export const layouts: readonly Layout[] = [...manga, ...western, ...shelves, ...ebooks]
