CREATE TABLE "thumbnail_shards" (
	"shard" text PRIMARY KEY NOT NULL,
	"checked_mtime_ms" double precision NOT NULL
);
