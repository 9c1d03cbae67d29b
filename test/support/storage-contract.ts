/** What every storage promises. Runs on a folder in the gate, and on S3 in `npm run test:release`. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deleteFolder, type FileStorage, put } from '../../src/platform/storage/storage'

interface OpenedStorage {
  storage: FileStorage
  close: () => Promise<void>
}

const names = [
  'plain.webp',
  'two words.sqlite',
  'ümläut ☃.db',
  'a+b&c=d.db',
  '100%25.db',
  "it's (one) *!.db",
  'a?b#c.db',
  '漫画-wal',
  '-leading.db',
  '.hidden',
]

/** Names that would leave the storage, or its folders. */
const refused = [
  '',
  'thumbnails',
  'secrets/jwt',
  'quire.db',
  '/etc/passwd',
  '../other/x',
  'thumbnails/../secrets/jwt',
  'thumbnails/../../x',
  'thumbnails/./x',
  'thumbnails//x',
  'thumbnails/',
  'thumbnails\\..\\x',
  'uploads/a\\b',
  'uploads/a\u0000b',
  'uploads/a\nb',
  `uploads/${'x'.repeat(1000)}`,
]

export function describeStorage(name: string, open: () => Promise<OpenedStorage>) {
  let opened: OpenedStorage
  let storage: FileStorage
  beforeAll(async () => {
    opened = await open()
    ;({ storage } = opened)
  })
  afterAll(() => opened.close())

  const read = async (key: string) => {
    const file = await storage.get(key)
    return file && new Response(file.body).text()
  }
  const list = async (folder: string) => {
    const all: string[] = []
    for await (const keys of storage.list(folder)) all.push(...keys)
    return all.toSorted()
  }

  describe(name, () => {
    test.each(names)('stores %j under its name', async (fileName) => {
      const key = `imports/names/original/${fileName}`
      await put(storage, key, new Blob([`content of ${fileName}`]))
      expect(await read(key)).toBe(`content of ${fileName}`)
      expect((await storage.head(key))?.bytes).toBe(Buffer.byteLength(`content of ${fileName}`))
      expect(await list('imports/names')).toContain(key)
      await storage.delete(key)
      expect(await storage.head(key)).toBeUndefined()
      expect(await list('imports/names')).not.toContain(key)
    })

    test.each(refused)('refuses the key %j', async (key) => {
      const content = new Blob(['x'])
      await expect(put(storage, key, content)).rejects.toThrow('not a storage key')
      const escape = async () => storage.store('uploads', async () => ({ key }))
      await expect(escape()).rejects.toThrow('not a storage key')
      await expect(storage.get(key)).rejects.toThrow('not a storage key')
      await expect(storage.getLocal(key)).rejects.toThrow('not a storage key')
      await expect(storage.head(key)).rejects.toThrow('not a storage key')
      await expect(storage.delete(key)).rejects.toThrow('not a storage key')
      if (key !== 'thumbnails') await expect(list(key)).rejects.toThrow('not a storage key')
    })

    test('knows nothing of files that do not exist', async () => {
      const key = 'uploads/covers/absent.jpg'
      expect(await storage.get(key)).toBeUndefined()
      expect(await storage.head(key)).toBeUndefined()
      await storage.delete(key)
      expect(await list('uploads/nothing')).toEqual([])
      await deleteFolder(storage, 'uploads/nothing')
    })

    test('replaces a file and gives it another version', async () => {
      const key = 'uploads/covers/replaced.jpg'
      await put(storage, key, new Blob(['first']))
      const first = await storage.get(key)
      await put(storage, key, new Blob(['second one']))
      const second = await storage.get(key)
      expect(second?.version).not.toBe(first?.version)
      expect(second?.bytes).toBe(10)
      expect(await read(key)).toBe('second one')
    })

    test('gives equal versions to equal answers', async () => {
      const key = 'uploads/covers/same.jpg'
      await put(storage, key, new Blob(['same']))
      expect((await storage.get(key))?.version).toBe((await storage.get(key))!.version)
    })

    test('stores nothing if writing fails', async () => {
      const key = 'exports/kept.csv'
      await put(storage, key, new Blob(['before']))
      const fail = storage.store('exports', async (path) => {
        await Bun.write(path, 'half')
        throw new Error('writing failed')
      })
      await expect(fail).rejects.toThrow('writing failed')
      expect(await read(key)).toBe('before')
      expect(await list('exports')).toEqual([key])
    })

    test('stores nothing if no file was written', async () => {
      const store = storage.store('exports', async () => ({ key: 'exports/none.csv' }))
      await expect(store).rejects.toThrow()
      expect(await storage.head('exports/none.csv')).toBeUndefined()
    })

    test('lets readers see the old file or the new one', async () => {
      const key = 'exports/changing.csv'
      const contents = ['a', 'b'].map((letter) => letter.repeat(200_000))
      await put(storage, key, new Blob([contents[0]!]))
      const write = async () => {
        for (let round = 1; round <= 5; round++) {
          await put(storage, key, new Blob([contents[round % 2]!]))
        }
      }
      const check = async () => {
        for (let round = 0; round < 10; round++) expect(contents).toContain((await read(key))!)
      }
      await Promise.all([write(), check()])
    })

    test('gives local files with the same content', async () => {
      const key = 'uploads/covers/local.jpg'
      await put(storage, key, new Blob(['local content']))
      await using file = await storage.getLocal(key)
      expect(await Bun.file(file!.path).text()).toBe('local content')
    })

    test('keeps large files whole', async () => {
      const bytes = crypto.getRandomValues(new Uint8Array(1 << 16))
      const content = new Blob(Array.from({ length: 150 }, () => bytes))
      await put(storage, 'archives/large.zip', content)
      const file = await storage.get('archives/large.zip')
      expect(file?.bytes).toBe(content.size)
      const hash = async (body: ConstructorParameters<typeof Response>[0]) =>
        Bun.SHA256.hash(await new Response(body).arrayBuffer(), 'hex')
      expect(await hash(file!.body)).toBe(await hash(content))
    })

    test('stores empty files', async () => {
      await put(storage, 'exports/empty.csv', new Blob([]))
      expect(await read('exports/empty.csv')).toBe('')
      expect(await storage.head('exports/empty.csv')).toMatchObject({ bytes: 0 })
      await storage.delete('exports/empty.csv')
    })

    test('lists all files of a folder and none beside it, in bounded parts', async () => {
      const keys = Array.from({ length: 1203 }, (_, number) => `thumbnails/a0/${number}.webp`)
      const others = ['thumbnails/a01/x.webp', 'thumbnails/a/x.webp', 'uploads/a0/x.webp']
      const pending = [...keys, ...others]
      const work = async () => {
        for (let key = pending.pop(); key; key = pending.pop()) {
          await put(storage, key, new Blob(['x']))
        }
      }
      await Promise.all(Array.from({ length: 8 }, work))
      const parts: number[] = []
      for await (const part of storage.list('thumbnails/a0')) parts.push(part.length)
      expect(Math.max(...parts)).toBeLessThanOrEqual(1000)
      expect(await list('thumbnails/a0')).toEqual(keys.toSorted())
      expect(await list('thumbnails')).toEqual([...keys, ...others.slice(0, 2)].toSorted())
      await deleteFolder(storage, 'thumbnails/a0')
      expect(await list('thumbnails')).toEqual(others.slice(0, 2).toSorted())
    }, 60_000)
  })
}
