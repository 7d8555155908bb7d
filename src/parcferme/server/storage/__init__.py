"""The database: what is kept, and how it is read and written.

schema    the tables of SQLite and PostgreSQL   migrations/  … and how an older database gets there
database  opening and migrating one             hold      one SQLite file, one server
writer    one thread, group commit              statements   what it writes for every move
store     reading and writing matches           clock     time that passes only while something can be written
checks    is a backup what was backed up?
"""
