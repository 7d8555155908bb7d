"""The database: what is kept, and how it is read and written.

schema    the tables of SQLite and PostgreSQL   migrations/  … and how an older database gets there
backend   all that differs from one database to another: sqlite, postgres, and the files of their copies
database  opening and migrating one
writer    one thread, group commit              statements   what it writes for every move
store     reading and writing matches           clock     time that passes only while something can be written
checks    is a backup what was backed up?
"""
