CREATE VIRTUAL TABLE series_fts USING fts5(search, content='series_metadata', content_rowid='n', tokenize='ascii', detail='none', prefix='2 3');
INSERT INTO series_fts(series_fts, rank) VALUES('automerge', 0);
INSERT INTO series_fts(series_fts, rank) VALUES('crisismerge', 1000);
CREATE TRIGGER series_fts_insert AFTER INSERT ON series_metadata BEGIN
  INSERT INTO series_fts(rowid, search) VALUES (new.n, new.search);
END;
CREATE TRIGGER series_fts_delete AFTER DELETE ON series_metadata BEGIN
  INSERT INTO series_fts(series_fts, rowid, search) VALUES('delete', old.n, old.search);
END;
CREATE TRIGGER series_fts_update AFTER UPDATE OF search ON series_metadata WHEN old.search <> new.search BEGIN
  INSERT INTO series_fts(series_fts, rowid, search) VALUES('delete', old.n, old.search);
  INSERT INTO series_fts(rowid, search) VALUES (new.n, new.search);
END;

CREATE VIRTUAL TABLE books_fts USING fts5(search, content='book_metadata', content_rowid='n', tokenize='ascii', detail='none', prefix='2 3');
INSERT INTO books_fts(books_fts, rank) VALUES('automerge', 0);
INSERT INTO books_fts(books_fts, rank) VALUES('crisismerge', 1000);
CREATE TRIGGER books_fts_insert AFTER INSERT ON book_metadata BEGIN
  INSERT INTO books_fts(rowid, search) VALUES (new.n, new.search);
END;
CREATE TRIGGER books_fts_delete AFTER DELETE ON book_metadata BEGIN
  INSERT INTO books_fts(books_fts, rowid, search) VALUES('delete', old.n, old.search);
END;
CREATE TRIGGER books_fts_update AFTER UPDATE OF search ON book_metadata WHEN old.search <> new.search BEGIN
  INSERT INTO books_fts(books_fts, rowid, search) VALUES('delete', old.n, old.search);
  INSERT INTO books_fts(rowid, search) VALUES (new.n, new.search);
END;
