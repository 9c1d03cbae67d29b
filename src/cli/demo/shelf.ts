/** The fictional books of the demo. */
import type { Look } from './pages'

export interface ComicSeries {
  title: string
  look: Look
  /** Titles of the books, in order. */
  books: readonly string[]
  /** Numbering of the books, as volumes (`v01`) or issues (`#001`). */
  counted: 'volume' | 'issue'
  kind: 'comic' | 'manga' | 'webtoon'
  writer: string
  artist: string
  publisher: string
  genre: string
  tags: string
  year: number
  language: string
  ageRating: string
  summary: string
}

export const comics: readonly ComicSeries[] = [
  {
    title: 'Lantern Reef',
    look: {
      scene: 'sea',
      palette: ['#ffd9a0', '#f2846b', '#fff3d1', '#2f7f8f', '#123a4d'],
      seed: 11,
    },
    books: ['The Low Tide Map', 'Salt Lessons', 'A Harbour of Glass', 'Home by Lantern Light'],
    counted: 'volume',
    kind: 'comic',
    writer: 'Ines Calloway',
    artist: 'Tomas Brandt',
    publisher: 'Quiet Harbour Press',
    genre: 'Adventure, Fantasy',
    tags: 'sea, friendship, maps',
    year: 2019,
    language: 'en',
    ageRating: 'Everyone 10+',
    summary: 'Two cousins follow a map that only shows itself at low tide, reef by glowing reef.',
  },
  {
    title: 'Orbit Bakery',
    look: {
      scene: 'orbits',
      palette: ['#2b1f4e', '#6a3a7c', '#ffd98a', '#f08fa5', '#1a1030'],
      seed: 23,
    },
    books: ['Yeast in Zero Gravity', 'The Long Proof', 'Crumbs of Saturn'],
    counted: 'volume',
    kind: 'comic',
    writer: 'Wanda Okoro',
    artist: 'Wanda Okoro',
    publisher: 'Quiet Harbour Press',
    genre: 'Comedy, Science Fiction',
    tags: 'food, space, family',
    year: 2021,
    language: 'en',
    ageRating: 'Everyone',
    summary: 'The best bread in the solar system rises very slowly and goes round very fast.',
  },
  {
    title: 'Paper Foxes',
    look: {
      scene: 'forest',
      palette: ['#f4f4f4', '#cfcfcf', '#ffffff', '#8b8b8b', '#262626'],
      seed: 37,
    },
    books: ['First Fold', 'Second Fold', 'Third Fold', 'The Last Sheet'],
    counted: 'volume',
    kind: 'manga',
    writer: 'Mio Tachikawa',
    artist: 'Mio Tachikawa',
    publisher: 'Crane Street',
    genre: 'Drama, Supernatural',
    tags: 'foxes, origami, school',
    year: 2017,
    language: 'en',
    ageRating: 'Teen',
    summary:
      'Every fox that Haru folds comes alive for one night, and each of them asks a question.',
  },
  {
    title: 'The Slow Comet',
    look: {
      scene: 'space',
      palette: ['#0d1b3d', '#31407a', '#e8f1ff', '#5fb0c9', '#070d1f'],
      seed: 41,
    },
    books: ['Far Away', 'Still Far', 'Somewhat Nearer', 'Very Near', 'Past'],
    counted: 'issue',
    kind: 'comic',
    writer: 'Ada Lindqvist',
    artist: 'Joao Prates',
    publisher: 'Perihelion Comics',
    genre: 'Science Fiction',
    tags: 'space, astronomy, small town',
    year: 2023,
    language: 'en',
    ageRating: 'Everyone',
    summary: 'A town waits eleven years for a comet, and finds a good deal to do meanwhile.',
  },
  {
    title: 'Stairwell Nine',
    look: {
      scene: 'stairs',
      palette: ['#3a2d5c', '#d9646b', '#ffe3a3', '#5a4a86', '#1c1533'],
      seed: 53,
    },
    books: ['Ground Floor', 'Mezzanine', 'The Door Between'],
    counted: 'issue',
    kind: 'webtoon',
    writer: 'Seo-yun Baek',
    artist: 'Seo-yun Baek',
    publisher: 'Scrollwork',
    genre: 'Mystery, Slice of Life',
    tags: 'webtoon, city, neighbours',
    year: 2024,
    language: 'en',
    ageRating: 'Teen',
    summary: 'A new tenant counts the floors of her house. The number is never the same twice.',
  },
  {
    title: 'Le Jardin de Minuit',
    look: {
      scene: 'garden',
      palette: ['#1e3350', '#4b6f78', '#ffd7e0', '#e39ab0', '#10202b'],
      seed: 67,
    },
    books: ['Les Graines', 'La Pluie', 'La Récolte'],
    counted: 'volume',
    kind: 'comic',
    writer: 'Odile Marchetti',
    artist: 'Basile Renaud',
    publisher: 'Éditions du Figuier',
    genre: 'Fantasy',
    tags: 'garden, night, magic',
    year: 2020,
    language: 'fr',
    ageRating: 'Everyone',
    summary: 'Chaque nuit à minuit, un jardin pousse sur le toit ; au matin, il n’en reste rien.',
  },
]

export const guide = {
  title: 'A Field Guide to Imaginary Birds',
  author: 'Philippa Rook',
  summary: 'Six birds that nobody has seen, drawn from the life.',
  keywords: 'birds, nature, humour',
  look: {
    scene: 'birds',
    palette: ['#dfeee2', '#a9cdb8', '#fff7dc', '#d98e4a', '#2f4238'],
    seed: 79,
  },
  plates: [
    'The Lesser Teacup Wren',
    'The Tuesday Heron',
    'The Reluctant Swift',
    'The Umbrella Owl',
    'The Borrowed Finch',
    'The Second-Hand Gull',
  ],
} as const satisfies { look: Look; [key: string]: unknown }
