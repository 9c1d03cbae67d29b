/** Two short novels for the demo. */
import type { Look } from './pages'

export interface Novel {
  title: string
  number: number
  year: number
  look: Look
  summary: string
  chapters: readonly { title: string; text: string }[]
}

export const novelSeries = 'The Harbour Letters'
export const novelist = { name: 'Edith Vane', sortName: 'Vane, Edith' }

/** Paragraphs are separated by empty lines. */
export const novels: readonly Novel[] = [
  {
    title: 'The Postmistress of Cold Quay',
    number: 1,
    year: 2016,
    look: {
      scene: 'sea',
      palette: ['#dfe9ee', '#9fb9c7', '#fffaf0', '#577c8d', '#22343f'],
      seed: 83,
    },
    summary:
      'A letter arrives in Cold Quay for somebody who has not been born yet. The postmistress decides to keep it.',
    chapters: [
      {
        title: 'The Wrong Century',
        text: `The letter came on a Monday, between a seed catalogue and a bill for coal. It was addressed to Miss Clara Penhallow, Harbour Cottage, and the postmistress of Cold Quay, who knew every soul between the lighthouse and the quarry, knew no Clara.

She turned it over. The paper was thin and good. The stamp showed a queen she had never heard of, and the postmark, which she read three times with the large glass, bore a date that was seventy-one years away.

Mrs Tregear had rules for letters that came late. There were forms for it, green ones, in the second drawer. For letters that came early there was nothing at all. She made tea. Then she wrote on a clean luggage label, Hold until called for, tied it to the envelope with string, and put it in the safe behind the stamps.`,
      },
      {
        title: 'A Second Opinion',
        text: `She told nobody until Thursday, when the doctor came in for his newspapers. Doctor Hale was a man who believed in thermometers. He held the envelope to the window and said that it was a hoax, and a good one, and who had a printing press?

"Nobody has," said Mrs Tregear. "The nearest is in Trewin, and he cannot spell."

The doctor laughed. But he did not put the letter down. There was something about the hand, he said; he had seen that slope before, the long tails, the t crossed like a man throwing a rope. He went home without his newspapers and came back for them in the rain, which he had never done.`,
      },
      {
        title: 'What the Tide Brought',
        text: `In November the sea took eleven yards of the quay and gave back a door. It was painted blue. It stood upright in the shingle as if it had been hung there, and the children went round and round it until somebody's mother called them in.

It had a letter slot of brass. Mrs Tregear walked down with her lamp when it was dark, feeling foolish, and lifted the flap with one finger. Warm air came out, and the smell of toast, and the voice of a girl who was being told for the third time to put on her shoes.

"Clara!" somebody called. "Clara, the post!"

She thought about the green forms. She thought about the second drawer. Then she went up the hill as fast as a woman of sixty can, and fetched what was in the safe.`,
      },
      {
        title: 'Delivered',
        text: `It went through the slot without a sound. There was a pause, in which the tide turned and a gull said something rude. Then bare feet came running.

By morning the door had gone. The quay was mended by the spring, with better stone. Mrs Tregear kept the luggage label, which said Hold until called for, and under it, in a hand with long tails and a t crossed like a man throwing a rope, one word that had not been there before.

It said: Thanks.`,
      },
    ],
  },
  {
    title: 'Return to Sender',
    number: 2,
    year: 2018,
    look: {
      scene: 'forest',
      palette: ['#f3dfc1', '#d8a47f', '#fff6e5', '#8a6a5a', '#3a2c2a'],
      seed: 89,
    },
    summary:
      'Seventy-one years later, Clara Penhallow sits down to answer a letter, and has to find out who wrote it.',
    chapters: [
      {
        title: 'Shoes',
        text: `Clara was nine when the letter fell on the mat, and what she remembered best was that she had only one shoe on. The envelope was old. It was so old that it was brown at the edges, and it was wet with sea water, and it was addressed to her.

Inside there was a single sheet. Dear Clara, it said, when you can read this without help, please be so kind as to write it.`,
      },
      {
        title: 'Practice',
        text: `It takes a long time to learn another person's hand when that person is yourself. At twelve her letters leaned the wrong way. At fifteen they stood up like a fence. At nineteen she crossed a t in a hurry, on a train, on a postcard of no importance, and there it was: a man throwing a rope.

She bought thin, good paper. She bought a stamp with the queen on it. Every word she wrote was one that she had known by heart for ten years, and still she spoiled four sheets.`,
      },
      {
        title: 'The Last Collection',
        text: `There is a pillar box at the end of the new quay in Cold Quay, and nobody can say who empties it. The plate that gives the hours has been blank since the stone was laid. The council wrote to the post office about it, and the post office wrote back that it had no box there, and enclosed a form, which was green.

Clara stood before it until the lamps came on. Then she put the letter to her younger self into the slot, and listened to it fall for much longer than the box was high.

"You're welcome," she said, to whomever it might concern, and walked home along the water, with both her shoes on.`,
      },
    ],
  },
]
