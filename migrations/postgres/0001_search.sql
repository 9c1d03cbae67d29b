CREATE SEQUENCE event_ids;
ALTER TABLE series_metadata ADD search_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search, ' '), ''))) STORED;
CREATE INDEX series_metadata_search ON series_metadata USING gin (search_vector);
ALTER TABLE book_metadata ADD search_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search, ' '), ''))) STORED;
CREATE INDEX book_metadata_search ON book_metadata USING gin (search_vector);
