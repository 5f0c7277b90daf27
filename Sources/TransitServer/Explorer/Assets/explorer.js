// Makes the pages quick.
