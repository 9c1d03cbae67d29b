import { describe, expect, test } from 'bun:test'
import { getInitials } from '../../../../src/web/ui/screens/library/lists/initials'

describe('the initials of a person', () => {
  const cases = [
    { name: 'Ursula K. Le Guin', initials: 'UG' },
    { name: 'Hergé', initials: 'H' },
    { name: 'émile zola', initials: 'ÉZ' },
    { name: 'E.T.A. Hoffmann', initials: 'EH' },
    { name: '手塚治虫', initials: '手' },
    { name: 'Борис Акунин', initials: 'БА' },
    { name: '  José   Muñoz  ', initials: 'JM' },
    { name: "Flann O'Brien", initials: 'FO' },
    { name: 'Collective 42', initials: 'C' },
    { name: '1984', initials: '' },
    { name: '', initials: '' },
  ]
  test.each(cases)('$name: $initials', ({ name, initials }) => {
    expect(getInitials(name)).toBe(initials)
  })
})
